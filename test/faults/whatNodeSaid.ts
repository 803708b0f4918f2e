import type { INodeExecutionData } from 'n8n-workflow';
import type { Data, Fate, Job } from './drawJobs';
import type { JobRun } from './runJob';

/** What the node said of one item. */
export interface Said {
	fate: Fate;
	/** By name; an item for several recipients may be accepted in part. */
	deeds: Map<string, Fate>;
	/** false: the node stopped at an item before. */
	isReached: boolean;
}

/**
 * What the user of the node is told about every item, by its output or, with "Stop", by the error that ended the
 * run.
 */
export function whatNodeSaid({ job, run, requests }: JobRun): Said[] {
	const { error } = run;
	if (!error) return job.items.map((item, index) => ofItem(job, item, errorMessage(run, index)));

	const failed = failedIndex(error);
	const before = job.items.slice(0, Math.max(failed, 0)).map((item) => ofItem(job, item));
	const first = job.items
		.slice(Math.max(failed, 0), failed + 1)
		.map((item) => ofItem(job, item, error.message));
	const reached = new Set(job.items.slice(0, failed + 1).flatMap(job.asks));
	const shared = requests
		.filter(({ acted }) => acted)
		.map(({ body }) => job.deeds(body))
		.filter((deeds) => deeds.some((deed) => reached.has(deed)));
	const after = job.items.slice(failed + 1).map((item): Said => {
		// What shares a call with the failed item has shared its fate, too.
		const fateOf = (deed: string) =>
			shared.some((deeds) => deeds.includes(deed)) ? 'uncertain' : 'failed';
		const deeds = new Map(job.asks(item).map((deed) => [deed, fateOf(deed) as Fate]));
		const isUncertain = [...deeds.values()].includes('uncertain');
		return {
			fate: isUncertain ? 'uncertain' : 'failed',
			deeds,
			isReached: false,
		};
	});
	return [...before, ...first, ...after];
}

/** Of the item that ended a run; -1 when the error names none. */
export function failedIndex(error: Error): number {
	const { context } = error as Error & { context?: { itemIndex?: number } };
	return context?.itemIndex ?? -1;
}

function errorMessage({ raw }: JobRun['run'], index: number) {
	const failed = raw?.[0].find(
		({ error, pairedItem }) => error && pairs(pairedItem).includes(index),
	);
	return failed?.error?.message;
}

export function pairs(pairedItem: INodeExecutionData['pairedItem']) {
	return [pairedItem ?? []].flat().map((pair) => (typeof pair === 'number' ? pair : pair.item));
}

/** @param message of its error */
function ofItem(job: Job, item: Data, message?: string): Said {
	const deeds = job.asks(item);
	if (message === undefined) {
		return {
			fate: 'accepted',
			deeds: new Map(deeds.map((deed) => [deed, 'accepted'])),
			isReached: true,
		};
	}
	const fate: Fate = message.includes('may or may not') ? 'uncertain' : 'failed';
	const fates = deeds.map((deed) => [deed, job.fateOf?.(deed, message) ?? fate] as const);
	return { fate, deeds: new Map(fates), isReached: true };
}
