/** @jest-environment-options {"timeLeaps": false} */
import { setTimeout } from 'node:timers/promises';
import { runOn } from '../support/engine/runNode';
import { ada, grace, parametersOf, strangers } from '../support/operations';
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

test('a run whose Timeout is shorter than the responses holds up another run for seconds only', async () => {
	service.sandbox.faults.add({ endpoint: '*', delayMs: 400, times: 1_000 });
	const send = async (timeout: number, count: number) =>
		await runOn(service)(
			{ ...parametersOf('email sendTransactional'), requestOptions: { timeout } },
			strangers(count),
			{ node: { onError: 'continueRegularOutput' } },
		);
	const impatient = send(100, 10);
	while (!service.received.some(({ path }) => path === '/lists')) await setTimeout(20);
	const { json } = await send(30_000, 3);

	expect(json.map(({ success }) => success)).toEqual([true, true, true]);
	expect((await impatient).json.map(({ error }) => String(error))).toEqual(
		Array(10).fill(expect.stringContaining("didn't respond in time")),
	);
});
