import { statusesInAccount } from '../support/statusesInAccount';
import type { JobRun, Request } from './runJob';
import { isFailed, pairs, type Said } from './whatNodeSaid';

/** The fault in which the service rejects a request with status 200. */
const REJECTION = 'JSON with a reason';
/** On a busy machine, this number of requests may be between their start and their socket. */
const MAX_ON_THEIR_WAY = 3;
/** These statuses don't concern a recipient. */
const ANY_CONTENT = [401, 403, 405, 407];
/** After these statuses, a request may succeed or be repeated. */
const NOT_FINAL = [404, 408, 429];

/**
 * Contradictions between the service's journal and store and the node's output and promises.
 *
 * @param isSecond whether this execution without faults follows one with faults
 */
export function violations(jobRun: JobRun, said: Said[], isSecond: boolean): string[] {
	const { job, sandbox } = jobRun;
	const statuses = said.map(({ status }) => status);
	return [
		...wrongOutput(jobRun),
		...wrongDeeds(jobRun, said),
		...wrongRequests(jobRun),
		...startedAfterFailure(jobRun),
		...(job.wrongState?.(statuses, sandbox) ?? []),
		...(isSecond ? forgotten(jobRun, said) : []),
	];
}

/** Deeds that will never be done although the service accepts them: neither done nor in doubt. */
function forgotten({ job }: JobRun, said: Said[]): string[] {
	return said.flatMap(({ deeds }) =>
		[...deeds]
			.filter(([deed, status]) => status === 'failed' && !job.isRejected?.(deed))
			.map(([deed]) => `${deed}: not done in the second execution either`),
	);
}

/**
 * Items without output, or with the output of another item. A run that stopped must have no output.
 */
function wrongOutput({ job, settings, run }: JobRun): string[] {
	if (run.error) {
		const { message } = run.error;
		const isAccount = statusesInAccount(message).size === job.items.length;
		if (!isAccount) return [`ended with an error without an account of all items: ${message}`];
		const mayStop = settings.onError === 'stopWorkflow' && run.items.length === 0;
		return mayStop ? [] : [`ended with an error: ${message}`];
	}

	const output = run.raw?.[0] ?? [];
	const paired = output.map(({ pairedItem }) => pairs(pairedItem));
	const first = paired.map(([index]) => index);
	const failed = output.filter(isFailed);
	const wrong = job.items.flatMap((item, index) => {
		const own = output.filter((_, position) => paired[position].includes(index));
		// Its deeds count as failed then.
		if (own.length === 0 && job.skipsRejected && settings.onError === 'stopWorkflow') return [];
		if (own.length === 0) return [`item ${index} is missing in the output`];
		const came = own.map(({ json }) => json);
		const isRight = isFailed(own[0]) ? own.length === 1 : job.isExpected(item, came);
		return isRight ? [] : [`item ${index} came out as ${JSON.stringify(came)}`];
	});
	const isDisordered = first.some((index, position) => index < first[position - 1]);
	if (isDisordered) wrong.push('items are out of order');
	if (settings.onError === 'continueErrorOutput' && run.errorItems.length !== failed.length) {
		wrong.push(`${run.errorItems.length} of ${failed.length} failed items are on the error output`);
	}
	if (run.items.length + run.errorItems.length !== output.length) wrong.push('n8n lost items');
	return wrong;
}

/**
 * Deeds that were done too often or without a request, done although reported as failed, or not done although reported as
 * accepted.
 */
function wrongDeeds({ job, sandbox, requests }: JobRun, said: Said[]): string[] {
	const done = count(
		job.done?.(sandbox) ?? requests.filter(({ acted }) => acted).flatMap(({ deeds }) => deeds),
	);
	const statuses = said.flatMap(({ deeds }) => [...deeds]);
	const asked = count(statuses.map(([deed]) => deed));
	const accepted = count(
		statuses.filter(([, status]) => status === 'accepted').map(([deed]) => deed),
	);
	const failed = count(statuses.filter(([, status]) => status === 'failed').map(([deed]) => deed));

	const unasked = [...done.keys()].filter((deed) => !asked.has(deed));
	const wrong = [...asked].flatMap(([deed, times]) => {
		const atMost = job.atMost?.(deed) ?? Infinity;
		const doneTimes = done.get(deed) ?? 0;
		const leastTimes = Math.min(accepted.get(deed) ?? 0, atMost);
		// Repeatable deeds may be done more often than requested, but not at all if all items failed.
		const possible = times - (failed.get(deed) ?? 0);
		const mostTimes = possible === 0 ? 0 : job.atMost ? Math.min(possible, atMost) : Infinity;
		if (doneTimes < leastTimes) return [`${deed}: reported as done, but done ${doneTimes} times`];
		if (doneTimes > atMost) return [`${deed}: done ${doneTimes} times`];
		if (doneTimes > mostTimes) return [`${deed}: reported as failed, but done ${doneTimes} times`];
		return [];
	});
	return [...wrong, ...unasked.map((deed) => `${deed}: done without being asked for`)];
}

function count(names: string[]) {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/**
 * Requests that repeat a deed after it was accepted, or after the service may have acted on a deed that must not be repeated.
 */
function wrongRequests({ job, requests }: JobRun): string[] {
	const asked = job.items.flatMap(job.asks);
	const isAskedOnce = (deed: string) =>
		job.atMost?.(deed) === 1 || asked.filter((other) => other === deed).length === 1;
	const reasons = new Map<string, string>();
	const wrong: string[] = [];
	for (const request of requests) {
		const deeds = request.deeds.filter(isAskedOnce);
		for (const deed of deeds) {
			const why = reasons.get(deed);
			if (why) wrong.push(`${deed}: asked for again after ${why}`);
		}
		const why = whyFinal(request, job.atMost !== undefined);
		if (why) for (const deed of deeds) reasons.set(deed, why);
	}
	return wrong;
}

/**
 * The reason why a request must not be repeated; undefined if it may be.
 *
 * @param isOnce whether the request must not be repeated if the service may have acted on it
 */
function whyFinal({ kind, status, heardAt }: Request, isOnce: boolean) {
	const isHeard = heardAt !== undefined;
	const isRejected = status !== null && status >= 400 && status < 500;
	if (isHeard && (isRejected || kind === REJECTION)) return undefined;
	if (isHeard && !kind) return 'it was accepted';
	return isOnce ? `a ${kind ?? 'timeout'}` : undefined;
}

/** Requests that started after the first failure was known, with "Stop" and without retries. */
function startedAfterFailure({ job, settings, requests }: JobRun): string[] {
	if (settings.onError !== 'stopWorkflow' || settings.retryOnFail) return [];
	const isOnce = job.atMost !== undefined;
	const failures = requests.filter((request) => isFinalFailure(request, isOnce, job));
	const knownAt = Math.min(...failures.map(({ heardAt = Infinity }) => heardAt));
	const started = requests.filter(({ arrivedAt }) => arrivedAt > knownAt).length;
	if (started <= MAX_ON_THEIR_WAY) return [];
	return [`${started} requests started after one had failed for good`];
}

/** @param isOnce whether the request must not be repeated if the service may have acted on it */
function isFinalFailure(
	{ kind, status, heardAt, deeds }: Request,
	isOnce: boolean,
	{ skipsRejected = false }: JobRun['job'],
): boolean {
	if (heardAt === undefined || status === null || deeds.length === 0) return false;
	// Such a recipient is skipped.
	if (skipsRejected && status >= 400 && status < 500 && !ANY_CONTENT.includes(status)) return false;
	const isRejected = (status >= 400 && status < 500) || kind === REJECTION;
	// Parts of a rejected request are sent again.
	if (isRejected) return deeds.length === 1 && !NOT_FINAL.includes(status);
	return isOnce && kind !== undefined;
}
