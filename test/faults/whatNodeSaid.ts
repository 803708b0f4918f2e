import type { INodeExecutionData } from 'n8n-workflow';
import { statusesInAccount, type ItemStatus } from '../support/statusesInAccount';
import type { Data, Job } from './drawJobs';
import { rejectedIn } from './rejectedIn';
import type { JobRun } from './runJob';

/** The node's report of one item. */
export interface Said {
	status: ItemStatus;
	/** Status by deed. An item for several recipients may be accepted in part. */
	deeds: Map<string, ItemStatus>;
}

/**
 * The node's report of every item, from its output or, with "Stop", from the account in the error that ended the run. Items
 * missing in the account are in doubt.
 */
export function whatNodeSaid({ job, run }: JobRun): Said[] {
	const { error } = run;
	if (!error) return job.items.map((item, index) => ofItem(job, item, outputOf(run, index)));

	const statuses = statusesInAccount(error.message);
	return job.items.map((item, index) => {
		const status = statuses.get(index) ?? 'inDoubt';
		return { status, deeds: new Map(job.asks(item).map((deed) => [deed, status])) };
	});
}

/** Of the item alone, or of those that share an email. */
function outputOf({ raw }: JobRun['run'], index: number) {
	return raw?.[0].find(({ pairedItem }) => pairs(pairedItem).includes(index));
}

/** On the error output, a failed item has its error only as text. */
export function isFailed({ json }: INodeExecutionData): boolean {
	return json.error !== undefined;
}

export function pairs(pairedItem: INodeExecutionData['pairedItem']) {
	return [pairedItem ?? []].flat().map((pair) => (typeof pair === 'number' ? pair : pair.item));
}

/** @param output undefined if it did not come out, as the service has rejected all of it */
function ofItem(job: Job, item: Data, output?: INodeExecutionData): Said {
	const deeds = job.asks(item);
	if (output && !isFailed(output)) {
		const rejected = rejectedIn(output.json);
		const statusOf = (deed: string) =>
			rejected.some((address) => deed.endsWith(` to ${address}`)) ? 'failed' : 'accepted';
		return {
			status: 'accepted',
			deeds: new Map(deeds.map((deed) => [deed, statusOf(deed)])),
		};
	}
	const message = String(output?.json.error ?? '');
	const status: ItemStatus = message.includes('may or may not') ? 'inDoubt' : 'failed';
	const statuses = deeds.map((deed) => [deed, job.statusOf?.(deed, message) ?? status] as const);
	return { status, deeds: new Map(statuses) };
}
