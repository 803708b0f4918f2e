/** @jest-environment-options {"timeLeaps": false} */
import type { IDataObject } from 'n8n-workflow';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { continued, list, runOn } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

/** Thousands of rows with a long newsletter: n8n's process answers others meanwhile. */

const service = useSandbox();
useDeduplicationStore();

/** The runs here take 50 to 120 ms; 900 ms if each row's text is hashed in one turn. */
const MAX_TURN_MS = 400;

const text = 'x'.repeat(100_000);
const rowsOf = (bodyOf: (row: number) => string) =>
	Array.from({ length: 3_000 }, (_, row) => ({ body: bodyOf(row) }));

const parameters = {
	...{ resource: 'email', operation: 'sendToList', list: list('newsletter'), subject: 'News' },
	...{ body: '={{ $json.body }}', options: { sendOnceKey: 'issue 7' } },
};

/** CPU time, as a busy machine makes every turn longer. */
const cpuMs = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};

/** Runs the node, and measures the longest turn of the event loop meanwhile. */
const run = async (items: IDataObject[]) => {
	let longestMs = 0;
	let before = cpuMs();
	const look = () => {
		const now = cpuMs();
		longestMs = Math.max(longestMs, now - before);
		before = now;
	};
	let next = setImmediate(function lookAgain() {
		look();
		next = setImmediate(lookAgain);
	});
	const { json } = await runOn(service)(parameters, items, { node: continued });
	look();
	clearImmediate(next);
	return { json, longestMs };
};

test('the same text in all rows', async () => {
	// After an email that was sent, the history is watched for minutes.
	service.sandbox.faults.add({ endpoint: '*', status: 400 });
	const { json, longestMs } = await run(rowsOf(() => text));

	expect(json).toEqual([{ error: expect.stringContaining('400') }]);
	expect(service.received).toHaveLength(1);
	expect(longestMs).toBeLessThan(MAX_TURN_MS);
});

test('another text in each row', async () => {
	const { json, longestMs } = await run(rowsOf((row) => `${text}${1_000 + row}`));

	expect(json).toHaveLength(3_000);
	expect(json[0].error).toMatch(/would get 3,000 emails each/);
	expect(service.received).toEqual([]);
	expect(longestMs).toBeLessThan(MAX_TURN_MS);
});
