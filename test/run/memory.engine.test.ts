import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { always, answerWith, type AnsweringServer } from '../support/answerWith';
import { runNode } from '../support/engine/runNode';

const RUNS = 8;
const ITEMS = 10;
const RESPONSE_BYTES = 200_000;

let service: AnsweringServer;

beforeAll(async () => {
	const body = JSON.stringify({ error: 'There is none', detail: 'x'.repeat(RESPONSE_BYTES) });
	service = await answerWith(always(404, body));
});
afterAll(async () => await service.close());

const run = async () => {
	const { items, tries } = await runNode({
		credential: { baseUrl: `${service.url}/v1`, apiKey: 'key-of-test' },
		parameters: { resource: 'contact', operation: 'get', email: 'ada@example.com' },
		items: Array.from({ length: ITEMS }, () => ({})),
		node: { onError: 'continueRegularOutput' },
	});
	expect(items).toHaveLength(ITEMS);
	return tries[0].signal;
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const heapBytes = async () => {
	// The engine may still be at the end of the last run.
	await new Promise((resolve) => setImmediate(resolve));
	collectGarbage();
	return process.memoryUsage().heapUsed;
};

test('nothing holds on to the responses of runs that are over', async () => {
	await run();
	await run();
	const before = await heapBytes();
	for (let more = 0; more < RUNS; more++) await run();

	expect((await heapBytes()) - before).toBeLessThan((RUNS * ITEMS * RESPONSE_BYTES) / 4);
});

// In a loop the node runs many times in one execution.
test('nothing listens to the execution any more when a run of the node is over', async () => {
	const signal = await run();
	expect(signal && getEventListeners(signal, 'abort')).toEqual([]);
});
