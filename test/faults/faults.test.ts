import {
	NodeOperationError,
	type IExecuteFunctions as Context,
	type INodeExecutionData,
} from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import { SideBySide } from '../support/engine/SideBySide';
import { runSeeds } from './runSeeds';

type Output = INodeExecutionData[][];

jest.setTimeout(120_000);

/** The node with something wrong about how it runs. */
const brokenNode = (
	change: (run: (context: Context) => Promise<Output>, context: Context) => Promise<Output>,
) => {
	class BrokenNode extends Mailroom {
		constructor() {
			super();
			const { sendTransactional } = this.customOperations.email;
			const run = async (context: Context) => await sendTransactional.call(context);
			this.customOperations.email.sendTransactional = async function () {
				return await change(run, this);
			};
		}
	}
	return { node: BrokenNode, credential: MailroomApi };
};

const forgetful = brokenNode(
	async (run, context) =>
		await run(Object.create(context, { getExecuteData: { value: () => ({}) } })),
);

const careless = brokenNode(async (run, context) => {
	const [items] = await run(context);
	return [items.slice(1)];
});

const boastful = brokenNode(async (run, context) => {
	const [items] = await run(context);
	return [
		items.map(({ pairedItem, json }, index) => {
			const { to } = context.getInputData()[index].json;
			return { pairedItem, json: json.error ? { success: true, to } : json };
		}),
	];
});

const timid = brokenNode(async (run, context) => {
	const [items] = await run(context);
	return [
		items.map(({ pairedItem }) => ({
			json: { error: 'Failed' },
			pairedItem,
		})),
	];
});

const untruthful = brokenNode(async (run, context) => {
	try {
		return await run(context);
	} catch (error) {
		const { message } = error as Error;
		const all = `(items 1-${context.getInputData().length} not sent)`;
		throw new NodeOperationError(context.getNode(), message.replace(/\(items [^()]*\)$/, all));
	}
});

const silent = brokenNode(async (run, context) => {
	try {
		return await run(context);
	} catch (error) {
		const { message } = error as Error;
		throw new NodeOperationError(context.getNode(), message.replace(/\(items [^()]*\)$/, ''));
	}
});

const relentless = brokenNode(async (run, context) => {
	if (context.continueOnFail()) return await run(context);
	const [items] = await run(Object.create(context, { continueOnFail: { value: () => true } }));
	const failed = items.find(({ json }) => json.error);
	if (failed) throw new NodeOperationError(context.getNode(), String(failed.json.error));
	return [items];
});

/** In these "Send Transactional" continues on errors. */
const CONTINUING = [1, 2];
/** In these it stops: in the first while some items are accepted, in the second without another try, in the third so that one accepts the others. */
const STOPPING = [9];
const STOPPING_FOR_GOOD = [12];
const RETRYING = [33];

describe('over scripted faults', () => {
	const runs = new SideBySide<Awaited<ReturnType<typeof runSeeds>>>();
	// Each kind of fault comes often in these: with answers that a busy machine reads late there are fewer requests to meet one.
	runs.plan('sound', async () => await runSeeds([8, 11, 15]));

	test('the service bears out what the node says of every item', async () => {
		const { reports } = await runs.outcomeOf('sound');

		expect(reports.flatMap(({ violations }) => violations)).toEqual([]);
	});

	test('every kind of fault is met and every fate occurs', async () => {
		expect((await runs.outcomeOf('sound')).missing).toEqual([]);
	});
});

describe('is found out: a node that', () => {
	const runs = new SideBySide<string>();
	const broken = [
		[
			'forgets what an earlier try sent',
			forgetful,
			RETRYING,
			/Receipt \d+ to .+: done [2-9] times/,
		],
		['forgets what an earlier try sent', forgetful, RETRYING, /asked for again after /],
		['loses items', careless, CONTINUING, /item 0 is missing in the output/],
		['calls failures successes', boastful, CONTINUING, /reported as done, but done 0 times/],
		['calls successes failures', timid, CONTINUING, /reported as failed, but done 1 times/],
		[
			'gives an account that is not true',
			untruthful,
			STOPPING,
			/reported as failed, but done 1 times/,
		],
		['does not say what became of its items', silent, STOPPING, /does not tell of all items/],
		[
			'does not stop at a failure',
			relentless,
			STOPPING_FOR_GOOD,
			/\d+ requests started after one had failed for good/,
		],
	] as const;
	for (const [what, classes, seeds] of broken.slice(1)) {
		runs.plan(what, async () => {
			const { reports } = await runSeeds([...seeds], {
				classes,
				only: ['email sendTransactional'],
			});
			return reports.flatMap(({ violations }) => violations).join('\n');
		});
	}

	test.each(broken)('%s', async (what, _classes, _seeds, violation) => {
		expect(await runs.outcomeOf(what)).toMatch(violation);
	});
});
