/** What goes wrong with a request; README, "Faults", says what each does. */
export interface Fault {
	/** e.g. `POST /email/list`, or `*`. */
	endpoint: string;
	/** For how many requests, 1 by default; any number for a fault that lasts for some time. */
	times?: number;
	/** Until so many ms after the first request that it spoils. */
	forMs?: number;
	/** How many matching requests pass before, 0 by default. */
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
	/** What the journal calls it; by default what it does. */
	name?: string;
}

interface PendingFault extends Fault {
	times: number;
	skip: number;
	/** When it is over, once it has begun, in ms of a clock that never goes back. */
	endsAt?: number;
}

/** A fault needs at least one of these; the first that it has names it in the journal. */
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

/** The faults that are still to happen. None happens unless it was added. */
export class Faults {
	/** In the order added. */
	private pending: PendingFault[] = [];

	/** @throws Error when it says nothing that goes wrong, or something that is not known */
	add(fault: Fault) {
		const unknown = Object.keys(fault).find((name) => !KNOWN.includes(name));
		if (unknown !== undefined) throw new Error(`A fault has no "${unknown}"`);
		if (!fault.endpoint) throw new Error('A fault needs an endpoint such as "POST /email/list"');
		if (!KINDS.some((kind) => fault[kind])) throw new Error('This fault changes nothing');
		this.pending.push({ times: fault.forMs === undefined ? 1 : Infinity, skip: 0, ...fault });
	}

	/**
	 * The fault of a request, which has then happened once more.
	 * @param endpoint e.g. `POST /email/list`
	 * @param now when the request arrived, in ms of a clock that never goes back
	 */
	take(endpoint: string, now: number): Fault | undefined {
		this.pending = this.pending.filter(({ endsAt = Infinity }) => now < endsAt);
		for (const fault of this.pending) {
			if (fault.endpoint !== '*' && fault.endpoint !== endpoint) continue;
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

	clear() {
		this.pending = [];
	}
}

/** What the journal calls a fault, e.g. `status 503`, `drop after`, `cutJson`. */
export function faultName(fault: Fault) {
	if (fault.name !== undefined) return fault.name;
	const kind = KINDS.find((name) => fault[name]);
	const value = kind && fault[kind];
	return value === true ? `${kind}` : `${kind} ${value}`;
}
