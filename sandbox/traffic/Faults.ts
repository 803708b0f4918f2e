/**
 * @typedef {object} Fault what goes wrong with a request; README, "Faults", says what each does
 * @property {string} endpoint e.g. `POST /email/list`, or `*`
 * @property {number} [times] for how many requests, 1 by default
 * @property {number} [skip] how many matching requests pass before, 0 by default
 * @property {number} [status]
 * @property {unknown} [body]
 * @property {string} [contentType]
 * @property {boolean} [afterActing]
 * @property {number} [delayMs]
 * @property {'before' | 'after'} [drop]
 * @property {boolean} [html]
 * @property {boolean} [cutJson]
 * @property {string} [redirect]
 * @property {boolean} [withoutData]
 * @property {boolean} [withoutMetadata]
 */

/**
 * A fault needs at least one of these; the first that it has names it in the journal.
 * @type {(keyof Fault)[]}
 */
const KINDS = [
	'drop',
	'redirect',
	'html',
	'cutJson',
	'withoutData',
	'withoutMetadata',
	'status',
	'delayMs',
];
/** @type {string[]} */
const KNOWN = [...KINDS, 'endpoint', 'times', 'skip', 'body', 'contentType', 'afterActing'];

/** The faults that are still to happen. None happens unless it was added. */
class Faults {
	constructor() {
		/** @type {(Fault & { times: number, skip: number })[]} in the order added */
		this.pending = [];
	}

	/**
	 * @param {Fault} fault
	 * @throws {Error} when it says nothing that goes wrong, or something that is not known
	 */
	add(fault) {
		const unknown = Object.keys(fault).find((name) => !KNOWN.includes(name));
		if (unknown !== undefined) throw new Error(`A fault has no "${unknown}"`);
		if (!fault.endpoint) throw new Error('A fault needs an endpoint such as "POST /email/list"');
		if (!KINDS.some((kind) => fault[kind])) throw new Error('This fault changes nothing');
		this.pending.push({ times: 1, skip: 0, ...fault });
	}

	/**
	 * The fault of a request, which has then happened once more.
	 * @param {string} endpoint e.g. `POST /email/list`
	 * @returns {Fault | undefined}
	 */
	take(endpoint) {
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

/**
 * What the journal calls a fault, e.g. `status 503`, `drop after`, `cutJson`.
 * @param {Fault} fault
 */
function faultName(fault) {
	const kind = KINDS.find((name) => fault[name]);
	const value = kind && fault[kind];
	return value === true ? `${kind}` : `${kind} ${value}`;
}

module.exports = { Faults, faultName };
