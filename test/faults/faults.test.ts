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
	const broken = {
		forgetful: { classes: forgetful, seeds: RETRYING },
		careless: { classes: careless, seeds: CONTINUING },
		boastful: { classes: boastful, seeds: CONTINUING },
		timid: { classes: timid, seeds: CONTINUING },
		untruthful: { classes: untruthful, seeds: STOPPING },
		silent: { classes: silent, seeds: STOPPING },
		relentless: { classes: relentless, seeds: STOPPING_FOR_GOOD },
	};
	for (const [name, { classes, seeds }] of Object.entries(broken)) {
		runs.plan(name, async () => {
			const { reports } = await runSeeds(seeds, { classes, only: ['email sendTransactional'] });
			return reports.flatMap(({ violations }) => violations).join('\n');
		});
	}
	const violations = async (name: keyof typeof broken) => await runs.outcomeOf(name);

	test('forgets what an earlier try sent', async () => {
		expect(await violations('forgetful')).toMatch(/Receipt \d+ to .+: done [2-9] times/);
		expect(await violations('forgetful')).toMatch(/asked for again after /);
	});

	test('loses items', async () => {
		expect(await violations('careless')).toMatch(/item 0 is missing in the output/);
	});

	test('calls failures successes', async () => {
		expect(await violations('boastful')).toMatch(/reported as done, but done 0 times/);
	});

	test('calls successes failures', async () => {
		expect(await violations('timid')).toMatch(/reported as failed, but done 1 times/);
	});

	test('gives an account that is not true', async () => {
		expect(await violations('untruthful')).toMatch(/reported as failed, but done 1 times/);
	});

	test('does not say what became of its items', async () => {
		expect(await violations('silent')).toMatch(/does not tell of all items/);
	});

	test('does not stop at a failure', async () => {
		expect(await violations('relentless')).toMatch(
			/\d+ requests started after one had failed for good/,
		);
	});
});
