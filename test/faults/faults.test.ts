import {
	NodeOperationError,
	type IExecuteFunctions as Context,
	type INodeExecutionData,
} from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
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
			const run = async (context: Context) => (await sendTransactional.call(context)) as Output;
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
		items.map(({ pairedItem, error, json }, index) => {
			const { to } = context.getInputData()[index].json;
			return { pairedItem, json: error ? { success: true, to } : json };
		}),
	];
});

const timid = brokenNode(async (run, context) => {
	const [items] = await run(context);
	return [
		items.map(({ pairedItem }) => ({
			json: {},
			error: new NodeOperationError(context.getNode(), 'Failed'),
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

/** In these "Send Transactional" continues on errors. */
const CONTINUING = [1, 2];
/** In these it stops: in the first while some items are accepted, in the second so that another try accepts the others. */
const STOPPING = [9];
const RETRYING = [33];

describe('over scripted faults', () => {
	const runs: Record<string, Awaited<ReturnType<typeof runSeeds>>> = {};

	beforeAll(async () => {
		const only = ['email sendTransactional'];
		const run = async (name: string, ...options: Parameters<typeof runSeeds>) => {
			runs[name] = await runSeeds(...options);
		};
		await Promise.all([
			run('sound', [4, 10, 19]),
			run('forgetful', RETRYING, { classes: forgetful, only }),
			run('careless', CONTINUING, { classes: careless, only }),
			run('boastful', CONTINUING, { classes: boastful, only }),
			run('timid', CONTINUING, { classes: timid, only }),
			run('untruthful', STOPPING, { classes: untruthful, only }),
			run('silent', STOPPING, { classes: silent, only }),
		]);
	});

	const violations = (name: string) =>
		runs[name].reports.flatMap(({ violations }) => violations).join('\n');

	test('the service bears out what the node says of every item', () => {
		expect(violations('sound')).toBe('');
	});

	test('every kind of fault is met and every fate occurs', () => {
		expect(runs.sound.missing).toEqual([]);
	});

	test('a node that forgets what an earlier try sent is found out', () => {
		expect(violations('forgetful')).toMatch(/Receipt \d+ to .+: done [2-9] times/);
		expect(violations('forgetful')).toMatch(/asked for again after /);
	});

	test('a node that loses items is found out', () => {
		expect(violations('careless')).toMatch(/item 0 is missing in the output/);
	});

	test('a node that calls failures successes is found out', () => {
		expect(violations('boastful')).toMatch(/reported as done, but done 0 times/);
	});

	test('a node that calls successes failures is found out', () => {
		expect(violations('timid')).toMatch(/reported as failed, but done 1 times/);
	});

	test('a node whose account is not true is found out', () => {
		expect(violations('untruthful')).toMatch(/reported as failed, but done 1 times/);
	});

	test('a node that does not say what became of its items is found out', () => {
		expect(violations('silent')).toMatch(/does not tell of all items/);
	});
});
