/** A fault of a request. The README explains each kind in "Faults". */
export interface Fault {
	/** e.g. `POST /email/list`. A star at the end is for any end: `POST /email/*`, or `*` for all. */
	endpoint: string;
	/** Number of affected requests, 1 by default. Unlimited for a fault with a duration. */
	times?: number;
	/** Duration in ms after the first affected request. */
	forMs?: number;
	/** Number of matching requests that pass before the fault, 0 by default. */
	skip?: number;
	status?: number;
	body?: unknown;
	contentType?: string;
	retryAfter?: string;
	afterActing?: boolean;
	delayMs?: number;
	silent?: boolean;
	restartMs?: number;
	drop?: 'before' | 'after' | 'within';
	html?: boolean;
	cutJson?: boolean;
	redirect?: string;
	withoutData?: boolean;
	/** Name in the journal, by default its kind. */
	name?: string;
}

interface PendingFault extends Fault {
	times: number;
	skip: number;
	/** End of a fault that has begun, in monotonic ms. */
	endsAt?: number;
}

/** A fault needs at least one of these. The first one is its name in the journal. */
const KINDS: (keyof Fault)[] = [
	'restartMs',
	'silent',
	'drop',
	'redirect',
	'html',
	'cutJson',
	'withoutData',
	'status',
	'delayMs',
];
const KNOWN: string[] = [
	...KINDS,
	'endpoint',
	'times',
	'forMs',
	'skip',
	'body',
	'contentType',
	'retryAfter',
	'afterActing',
	'name',
];

/** Faults that have not happened yet. */
export class Faults {
	/** In the order added. */
	private pending: PendingFault[] = [];

	/** @throws Error if a fault has no kind or an unknown one */
	add(fault: Fault) {
		const unknown = Object.keys(fault).find((name) => !KNOWN.includes(name));
		if (unknown !== undefined) throw new Error(`A fault has no "${unknown}"`);
		if (!fault.endpoint) throw new Error('A fault needs an endpoint such as "POST /email/list"');
		if (!KINDS.some((kind) => fault[kind])) throw new Error('This fault changes nothing');
		this.pending.push({ times: fault.forMs === undefined ? 1 : Infinity, skip: 0, ...fault });
	}

	/**
	 * Returns the fault of a request, and counts it as happened.
	 * @param endpoint e.g. `POST /email/list`
	 * @param now arrival of the request, in monotonic ms
	 */
	take(endpoint: string, now: number): Fault | undefined {
		this.pending = this.pending.filter(({ endsAt = Infinity }) => now < endsAt);
		for (const fault of this.pending) {
			if (!matches(fault, endpoint)) continue;
			if (fault.skip > 0) {
				fault.skip -= 1;
				continue;
			}
			fault.times -= 1;
			if (fault.forMs !== undefined) fault.endsAt ??= now + fault.forMs;
			this.pending = this.pending.filter(({ times }) => times > 0);
			return fault;
		}
		return undefined;
	}

	/** Those that have not happened yet, with the number of requests that they still affect. */
	get waiting(): readonly Readonly<PendingFault>[] {
		return this.pending;
	}

	clear() {
		this.pending = [];
	}
}

function matches({ endpoint: pattern }: Fault, endpoint: string) {
	if (!pattern.endsWith('*')) return pattern === endpoint;
	return endpoint.startsWith(pattern.slice(0, -1));
}

/** Name of a fault in the journal, such as `status 503`, `drop after` or `cutJson`. */
export function faultName(fault: Fault) {
	if (fault.name !== undefined) return fault.name;
	const kind = KINDS.find((name) => fault[name]);
	const value = kind && fault[kind];
	return value === true ? `${kind}` : `${kind} ${value}`;
}
