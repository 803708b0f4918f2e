import {
	NodeOperationError,
	type IExecuteFunctions as Context,
	type INodeExecutionData,
} from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import { runSeeds } from './runSeeds';
import type { Data } from './drawJobs';

type Output = INodeExecutionData[][];
type Run = (context: Context) => Promise<Output>;

/** A node whose runs are changed. */
const brokenNode = (change: (run: Run, context: Context) => Promise<Output>) => {
	class BrokenNode extends Mailroom {
		constructor() {
			super();
			const { sendTransactional } = this.customOperations.email;
			const run: Run = async (context) => await sendTransactional.call(context);
			this.customOperations.email.sendTransactional = async function () {
				return await change(run, this);
			};
		}
	}
	return { node: BrokenNode, credential: MailroomApi };
};

/** A node with other output items. */
const withItems = (change: (items: INodeExecutionData[], input: Data[]) => INodeExecutionData[]) =>
	brokenNode(async (run, context) => {
		const [items] = await run(context);
		const input = context.getInputData().map(({ json }) => json);
		return [change(items, input)];
	});

/** A node with another account in its error. */
const withAccount = (change: (itemCount: number) => string) =>
	brokenNode(async (run, context) => {
		try {
			return await run(context);
		} catch (error) {
			const account = change(context.getInputData().length);
			const message = (error as Error).message.replace(/\(items [^()]*\)$/, account);
			throw new NodeOperationError(context.getNode(), message);
		}
	});

const forgetful = brokenNode(
	async (run, context) =>
		await run(Object.create(context, { getExecuteData: { value: () => ({}) } })),
);

const relentless = brokenNode(async (run, context) => {
	if (context.continueOnFail()) return await run(context);
	const [items] = await run(Object.create(context, { continueOnFail: { value: () => true } }));
	const failed = items.find(({ json }) => json.error);
	if (failed) throw new NodeOperationError(context.getNode(), String(failed.json.error));
	return [items];
});

const careless = withItems((items) => items.slice(1));

const boastful = withItems((items, input) =>
	items.map(({ pairedItem, json }, index) => ({
		pairedItem,
		json: json.error ? { success: true, to: input[index].to } : json,
	})),
);

const timid = withItems((items) =>
	items.map(({ pairedItem }) => ({ pairedItem, json: { error: 'Failed' } })),
);

const untruthful = withAccount((itemCount) => `(items 1-${itemCount} not sent)`);

const silent = withAccount(() => '');

/** Seeds in which "Send Transactional" continues on errors. */
const CONTINUING = [1, 2];
/** Seeds in which it stops: after some accepted items, without another try, and with a retry that accepts the others. */
const STOPPING = [9];
const STOPPING_FOR_GOOD = [12];
const RETRYING = [33];

test('over scripted faults of every kind, the service confirms the reported status of every item', async () => {
	// Each kind of fault occurs often in these seeds. Late responses on a busy machine leave fewer requests for faults.
	const { reports, missing } = await runSeeds([8, 11, 15]);

	expect(reports.flatMap(({ violations }) => violations)).toEqual([]);
	expect(missing).toEqual([]);
});

describe('reports a node that', () => {
	const only = ['email sendTransactional'];
	test.each([
		['forgets what was sent', forgetful, RETRYING, /done [2-9] times[^]*asked for again/],
		['loses items', careless, CONTINUING, /item 0 is missing in the output/],
		['calls failures successes', boastful, CONTINUING, /reported as done, but done 0 times/],
		['calls successes failures', timid, CONTINUING, /reported as failed, but done 1 times/],
		['gives a wrong account', untruthful, STOPPING, /reported as failed, but done 1 times/],
		['gives no account of its items', silent, STOPPING, /without an account of all items/],
		['goes on', relentless, STOPPING_FOR_GOOD, /requests started after one had failed for good/],
	])('%s', async (_what, classes, seeds, violation) => {
		const { reports } = await runSeeds(seeds, { classes, only });
		expect(reports.flatMap(({ violations }) => violations).join('\n')).toMatch(violation);
	});
});
