import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { abortable } from '../../nodes/Mailroom/transport/abortable';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('a wait that has ended keeps no result, though its signal lives on', async () => {
	const { signal } = new AbortController();
	const wait = async () => {
		const result = await abortable(Promise.resolve({ data: [] }), signal);
		return new WeakRef(result ?? {});
	};
	const result = await wait();
	await turn();
	collectGarbage();
	expect(result.deref()).toBeUndefined();
	expect(signal.aborted).toBe(false);
});

test('all waits end with the signal', async () => {
	const stop = new AbortController();
	const waits = [1, 2].map(async () => await abortable(new Promise(() => {}), stop.signal));
	stop.abort();
	expect(await Promise.all(waits)).toEqual([undefined, undefined]);
	expect(await abortable(Promise.resolve(1), stop.signal)).toBeUndefined();
});
