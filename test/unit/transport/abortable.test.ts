import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { abortable } from '../../../nodes/Mailroom/transport/abortable';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('a wait that has ended keeps no result, though its signal lives on', async () => {
	const { signal } = new AbortController();
	const wait = async () => new WeakRef(await abortable(Promise.resolve({ data: [] }), signal));
	const result = await wait();
	await turn();
	collectGarbage();
	expect(result.deref()).toBeUndefined();
	expect(signal.aborted).toBe(false);
});

test('all waits end with the reason of the signal', async () => {
	const stop = new AbortController();
	const waits = [1, 2].map(async () => await abortable(new Promise(() => {}), stop.signal));
	stop.abort(new Error('Stopped'));
	for (const wait of waits) await expect(wait).rejects.toThrow('Stopped');
	await expect(abortable(Promise.resolve(1), stop.signal)).rejects.toThrow('Stopped');
});
