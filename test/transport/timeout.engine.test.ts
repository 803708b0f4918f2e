/** @jest-environment-options {"timeLeaps": false} */
import { runOn } from '../support/engine/runNode';
import { ada, grace, parametersOf } from '../support/operations';
import { useAnswers } from '../support/useAnswers';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();
const slow = useAnswers();

const run = async (timeout: unknown, credential = service.credential) =>
	await runOn({ credential })(
		{
			...parametersOf('email sendTransactional'),
			requestOptions: { timeout: timeout as number },
		},
		[ada, grace],
	);

/** Longer than the timers of Node.js run, with a fraction, or no number but a text of one. */
const usable = [2_147_483_647, 3e9, 1e300, 30_000.5, '30000', '={{ 30000.5 }}', '={{ null }}', 0];

test.each(usable)('the timeout %p lets the emails through', async (timeout) => {
	const { error, items } = await run(timeout);

	expect(error).toBeUndefined();
	expect(items).toHaveLength(2);
	expect(service.sandbox.store.mails).toHaveLength(2);
});

test.each(['abc', -1, '={{ -0.5 }}', '={{ [1000] }}'])(
	'the timeout %p is an error, and nothing is sent',
	async (timeout) => {
		const { error } = await run(timeout);

		expect(error?.message).toMatch(/^"Timeout" must be a number of milliseconds, 0 or more/);
		expect(error?.message).toMatch(/\(items 1-2 not sent\)$/);
		expect(service.received).toEqual([]);
	},
);

test('a response that drips is given up after the timeout', async () => {
	let onClose = () => {};
	const closed = new Promise<void>((resolve) => {
		onClose = resolve;
	});
	slow.server.answer = (_request, response) => {
		const drip = setInterval(() => response.write(' '), 100);
		response.on('close', () => {
			clearInterval(drip);
			onClose();
		});
	};
	const before = performance.now();
	const { error } = await run(500, slow.credential);
	await closed;

	expect(error?.message).toMatch(
		/^The email may or may not have been sent.* didn't respond in time/,
	);
	expect(performance.now() - before).toBeLessThan(5_000);
});
