import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { repositoryFolder } from '../../tools/folders';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { runOn } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';
import type { Fault } from '../../sandbox/traffic/Faults';

/** The templates for several workers release a claim by the text of the error: nothing but that reaches PostgreSQL. */

const service = useSandbox();
useDeduplicationStore();

const FILES = ['receipts-on-several-workers.json', 'reminders-on-several-workers.json'];
const KEY = { sendOnceKey: 'receipt 1815' };
const ENDPOINT = 'POST /email/transactional';
const ada = 'ada@example.com';

/** The pattern of errors that a template takes for an email in doubt. */
function doubtIn(file: string): RegExp {
	const text = readFileSync(join(repositoryFolder, 'examples', file), 'utf8');
	const [, pattern] = /!~\* '([^']+)'/.exec(text) ?? [];
	return new RegExp(pattern, 'i');
}

let nodes = 0;
const send = async (options: INodeParameters, node = `node ${++nodes}`) => {
	const content = { resource: 'email', operation: 'sendTransactional', subject: 'Hi', body: 'Hi' };
	const { errorItems } = await runOn(service)({ ...content, to: ada, options }, [{}], {
		node: { id: node, onError: 'continueErrorOutput' },
	});
	expect(errorItems).toHaveLength(1);
	return String(errorItems[0].json.error);
};

const doubts: Array<Partial<Fault>> = [
	{ status: 503, afterActing: true },
	{ drop: 'after' },
	{ drop: 'within' },
	{ cutJson: true },
	{ html: true },
	{ status: 408 },
];
const certain: Array<Partial<Fault>> = [
	{ status: 400, body: { reason: 'no' } },
	{ status: 401 },
	{ status: 404 },
	{ status: 422 },
];

describe.each(FILES)('%s', (file) => {
	const doubt = doubtIn(file);

	describe.each([{}, KEY])('with the options %j', (options) => {
		test.each(doubts)('keeps the claim of an email after %j', async (fault) => {
			service.sandbox.faults.add({ endpoint: ENDPOINT, ...fault });
			expect(await send(options)).toMatch(doubt);
		});

		test.each(certain)('releases the claim of an email after %j', async (fault) => {
			service.sandbox.faults.add({ endpoint: ENDPOINT, ...fault });
			expect(await send(options)).not.toMatch(doubt);
			expect(service.inbox).toEqual([]);
		});
	});

	test('keeps the claim of an email that an earlier execution has left in doubt', async () => {
		const node = `node ${++nodes}`;
		service.sandbox.faults.add({ endpoint: ENDPOINT, drop: 'after' });
		await send(KEY, node);
		expect(await send(KEY, node)).toMatch(doubt);
		expect(service.inbox).toEqual([ada]);
	});
});
