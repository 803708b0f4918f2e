import { Lane } from '../../../nodes/Mailroom/transport/Lane';

test.each([undefined, new AbortController().signal])(
	'waits for what it is given: %p',
	async (signal) => {
		const lane = new Lane(signal);
		await expect(lane.wait(Promise.resolve('done'))).resolves.toBe('done');
		await expect(lane.wait(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
	},
);

test('waits no longer than until the run is cancelled, throws its reason, and listens to it once', async () => {
	const run = new AbortController();
	const listen = jest.spyOn(run.signal, 'addEventListener');
	const lane = new Lane(run.signal);
	const waits = Array.from({ length: 100 }, () => lane.wait(new Promise(() => {})));
	run.abort(new Error('stopped by the user'));
	for (const wait of [...waits, lane.wait(Promise.resolve('done')), lane.cancelled]) {
		await expect(wait).rejects.toThrow('stopped by the user');
	}
	expect(listen).toHaveBeenCalledTimes(1);
});
