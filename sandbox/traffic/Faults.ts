/** What goes wrong with a request; README, "Faults", says what each does. */
export interface Fault {
	/** e.g. `POST /email/list`, or `*`. */
	endpoint: string;
	/** For how many requests, 1 by default. */
	times?: number;
	/** How many matching requests pass before, 0 by default. */
	skip?: number;
	status?: number;
	body?: unknown;
	contentType?: string;
	afterActing?: boolean;
	delayMs?: number;
	drop?: 'before' | 'after';
	html?: boolean;
	cutJson?: boolean;
	redirect?: string;
	withoutData?: boolean;
	withoutMetadata?: boolean;
}

/** A fault needs at least one of these; the first that it has names it in the journal. */
const KINDS: (keyof Fault)[] = [
	'drop',
	'redirect',
	'html',
	'cutJson',
	'withoutData',
	'withoutMetadata',
	'status',
	'delayMs',
];
const KNOWN: string[] = [
	...KINDS,
	'endpoint',
	'times',
	'skip',
	'body',
	'contentType',
	'afterActing',
];

/** The faults that are still to happen. None happens unless it was added. */
export class Faults {
	/** In the order added. */
	private pending: (Fault & { times: number; skip: number })[] = [];

	/** @throws Error when it says nothing that goes wrong, or something that is not known */
	add(fault: Fault) {
		const unknown = Object.keys(fault).find((name) => !KNOWN.includes(name));
		if (unknown !== undefined) throw new Error(`A fault has no "${unknown}"`);
		if (!fault.endpoint) throw new Error('A fault needs an endpoint such as "POST /email/list"');
		if (!KINDS.some((kind) => fault[kind])) throw new Error('This fault changes nothing');
		this.pending.push({ times: 1, skip: 0, ...fault });
	}

	/**
	 * The fault of a request, which has then happened once more.
	 * @param endpoint e.g. `POST /email/list`
	 */
	take(endpoint: string): Fault | undefined {
		for (const fault of this.pending) {
			if (fault.endpoint !== '*' && fault.endpoint !== endpoint) continue;
			if (fault.skip > 0) {
				fault.skip -= 1;
				continue;
			}
			fault.times -= 1;
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
	const kind = KINDS.find((name) => fault[name]);
	const value = kind && fault[kind];
	return value === true ? `${kind}` : `${kind} ${value}`;
}
