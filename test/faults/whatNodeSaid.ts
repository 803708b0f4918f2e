import type { INodeExecutionData } from 'n8n-workflow';
import { fatesOfAccount, type ItemStatus } from '../support/fatesOfAccount';
import type { Data, Job } from './drawJobs';
import type { JobRun } from './runJob';

/** What the node said of one item. */
export interface Said {
	fate: ItemStatus;
	/** By name; an item for several recipients may be accepted in part. */
	deeds: Map<string, ItemStatus>;
}

/**
 * What the user of the node is told about every item, by its output or, with "Stop", by the account in the error that ended the
 * run. What that leaves out is in doubt.
 */
export function whatNodeSaid({ job, run }: JobRun): Said[] {
	const { error } = run;
	if (!error) return job.items.map((item, index) => ofItem(job, item, errorMessage(run, index)));

	const fates = fatesOfAccount(error.message);
	return job.items.map((item, index) => {
		const fate = fates.get(index) ?? 'inDoubt';
		return { fate, deeds: new Map(job.asks(item).map((deed) => [deed, fate])) };
	});
}

function errorMessage({ raw }: JobRun['run'], index: number) {
	const failed = raw?.[0].find((item) => isFailed(item) && pairs(item.pairedItem).includes(index));
	return failed && String(failed.json.error);
}

/** On the error output, an item that failed has its error as text only. */
export function isFailed({ json }: INodeExecutionData): boolean {
	return json.error !== undefined;
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
		};
	}
	const fate: ItemStatus = message.includes('may or may not') ? 'inDoubt' : 'failed';
	const fates = deeds.map((deed) => [deed, job.statusOf?.(deed, message) ?? fate] as const);
	return { fate, deeds: new Map(fates) };
}
