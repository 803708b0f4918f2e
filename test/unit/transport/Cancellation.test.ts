import { Cancellation } from '../../../nodes/Mailroom/transport/Cancellation';

test.each([undefined, new AbortController().signal])(
	'waits for what it is given: %p',
	async (signal) => {
		const cancellation = new Cancellation(signal);
		await expect(cancellation.wait(Promise.resolve('done'))).resolves.toBe('done');
		await expect(cancellation.wait(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
	},
);

test('waits no longer than until the run is cancelled, throws its reason, and listens to it once', async () => {
	const run = new AbortController();
	const listen = jest.spyOn(run.signal, 'addEventListener');
	const cancellation = new Cancellation(run.signal);
	const waits = Array.from({ length: 100 }, () => cancellation.wait(new Promise(() => {})));
	run.abort(new Error('stopped by the user'));
	for (const wait of [
		...waits,
		cancellation.wait(Promise.resolve('done')),
		cancellation.cancelled,
	]) {
		await expect(wait).rejects.toThrow('stopped by the user');
	}
	expect(listen).toHaveBeenCalledTimes(1);
});
