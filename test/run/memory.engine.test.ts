import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { continued, runOn } from '../support/engine/runNode';
import { ada, parametersOf } from '../support/operations';
import { always, useAnswers } from '../support/useAnswers';

const RUNS = 8;
const ITEMS = 10;
const RESPONSE_BYTES = 200_000;

const service = useAnswers();
const body = JSON.stringify({ error: 'There is none', detail: 'x'.repeat(RESPONSE_BYTES) });

const run = async () => {
	service.server.answer = always(404, body);
	const { items, tries } = await runOn(service)(
		parametersOf('contact get', ada),
		Array.from({ length: ITEMS }, () => ({})),
		{ node: continued },
	);
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
test('all tries of a node leave one listener on the execution', async () => {
	service.server.answer = always(404, '{}');
	const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const { tries } = await runOn(service)(parametersOf('contact get', ada), [{}], { node });

	const signals = tries.map(({ signal }) => signal);
	expect(signals).toHaveLength(3);
	expect(new Set(signals).size).toBe(1);
	expect(signals[0] && getEventListeners(signals[0], 'abort')).toHaveLength(1);
});
