import { getEventListeners } from 'node:events';
import { getHeapSnapshot } from 'node:v8';
import { answerWith, type AnsweringServer } from '../support/answerWith';
import { runNode } from '../support/engine/runNode';

let service: AnsweringServer;
let runs = 0;

beforeAll(async () => {
	service = await answerWith((_request, response) => {
		// Put together here, so that the text is in memory only where a response is.
		const detail = ['response', 'to', 'run', runs].join('-');
		response.writeHead(404).end(JSON.stringify({ error: 'There is none', detail }));
	});
});
afterAll(async () => await service.close());

const run = async () => {
	runs++;
	const { items, tries } = await runNode({
		credential: { baseUrl: `${service.url}/v1`, apiKey: 'key-of-test' },
		parameters: { resource: 'contact', operation: 'get', email: 'ada@example.com' },
		items: Array.from({ length: 10 }, () => ({})),
		node: { onError: 'continueRegularOutput' },
	});
	expect(items).toHaveLength(10);
	return tries[0].signal;
};

/** A snapshot of the heap contains each text that is in use, and only those: V8 collects garbage before it. */
const runsInMemory = async () => {
	const found = new Set<number>();
	let end = '';
	for await (const chunk of getHeapSnapshot()) {
		const text: string = end + chunk;
		for (const [, number] of text.matchAll(/response-to-run-(\d+)/g)) found.add(Number(number));
		end = text.slice(-20);
	}
	return [...found];
};

test('nothing holds on to the responses of a run that is over', async () => {
	await run();
	await run();

	const inMemory = await runsInMemory();
	// The engine may still be at the end of the last one.
	expect(inMemory.filter((number) => number !== runs)).toEqual([]);
});

// In a loop the node runs many times in one execution.
test('nothing listens to the execution any more when a run of the node is over', async () => {
	const signal = await run();
	expect(signal && getEventListeners(signal, 'abort')).toEqual([]);
});
