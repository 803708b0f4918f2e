import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { always, answerWith, type AnsweringServer } from '../support/answerWith';
import { runNode } from '../support/engine/runNode';

const MB = 1_000_000;
const ANSWER_MB = 2;
const ITEMS = 10;

let service: AnsweringServer;

beforeAll(async () => {
	const page = 'x'.repeat(ANSWER_MB * MB);
	service = await answerWith(always(404, JSON.stringify({ error: 'There is none', page })));
});
afterAll(async () => await service.close());

const run = async () => {
	const { items, tries } = await runNode({
		credential: { baseUrl: `${service.url}/v1`, apiKey: 'key-of-large-answers' },
		parameters: { resource: 'contact', operation: 'get', email: 'ada@example.com' },
		items: Array.from({ length: ITEMS }, () => ({})),
		node: { onError: 'continueRegularOutput' },
	});
	expect(items).toHaveLength(ITEMS);
	return tries[0].signal;
};

/** What is in use when nothing more can be freed. */
const used = async () => {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	for (let round = 0; round < 3; round++) {
		collect();
		await new Promise((resolve) => setImmediate(resolve));
	}
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / MB;
};

test('nothing holds on to the answers of a run that is over', async () => {
	await run();
	const before = await used();
	await run();
	await run();

	expect((await used()) - before).toBeLessThan(ANSWER_MB * ITEMS);
});

// In a loop the node runs many times in one execution.
test('nothing listens to the execution any more when a run of the node is over', async () => {
	const signal = await run();
	expect(signal && getEventListeners(signal, 'abort')).toEqual([]);
});
