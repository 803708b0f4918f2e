import { setImmediate } from 'node:timers/promises';
import { StartOrder } from '../../nodes/Mailroom/run/send/StartOrder';

const throwing = async () => await Promise.reject(new Error('No memory'));

test('the error of a batch reaches the next wait, although nobody waited when it came', async () => {
	const order = new StartOrder(2);
	order.begin([], throwing);
	// Jest would fail the test for a rejection that is not handled.
	await setImmediate();

	await expect(order.allFinished()).rejects.toThrow('No memory');
});

test('a batch that has thrown lets the next one start', async () => {
	const order = new StartOrder(2);
	order.begin([], throwing);
	let hasStarted = false;
	order.begin([], async ({ previousStarted }) => {
		await previousStarted;
		hasStarted = true;
	});
	await setImmediate();

	expect(hasStarted).toBe(true);
});
