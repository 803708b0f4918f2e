import { Lane } from '../../../nodes/Mailroom/transport/Lane';

const open = () => new Promise(() => {});

test('waits for what it is given', async () => {
	const lane = new Lane(new AbortController().signal);
	await expect(lane.wait(Promise.resolve('done'))).resolves.toBe('done');
	await expect(lane.wait(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});

test('waits without a signal too', async () => {
	await expect(new Lane().wait(Promise.resolve('done'))).resolves.toBe('done');
});

test('waits no longer than until the run is cancelled, and throws its reason', async () => {
	const run = new AbortController();
	const lane = new Lane(run.signal);
	const waits = [lane.wait(open()), lane.wait(open())];
	run.abort(new Error('stopped by the user'));
	for (const wait of waits) await expect(wait).rejects.toThrow('stopped by the user');
	await expect(lane.cancelled).rejects.toThrow('stopped by the user');
});

test('does not wait at all once the run is cancelled', async () => {
	const lane = new Lane(AbortSignal.abort(new Error('stopped by the user')));
	await expect(lane.wait(Promise.resolve('done'))).rejects.toThrow('stopped by the user');
});

test('listens to the signal once, however often it waits', async () => {
	const { signal } = new AbortController();
	const listen = jest.spyOn(signal, 'addEventListener');
	const lane = new Lane(signal);
	for (let wait = 0; wait < 1000; wait += 1) await lane.wait(Promise.resolve());
	expect(listen).toHaveBeenCalledTimes(1);
});
