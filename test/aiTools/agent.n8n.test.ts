import { SEND_FOR_MODEL as SEND, sendTool } from '../support/agent/mailroomTool';
import { publishAgent } from '../support/agent/publishAgent';
import { useFakeModel } from '../support/agent/useFakeModel';
import { useDemo } from '../support/useDemo';

const words = { Subject: 'Hello', Body: 'How are you?' };
const toAda = { ...words, To: 'ada@example.com' };
const toGrace = { ...words, To: 'grace@example.com' };
const sentTo = (to: string) => JSON.stringify([{ success: true, to }]);

const demo = useDemo();
const model = useFakeModel(demo);

/** Addresses of the emails that the service has taken. */
const recipients = () => demo.get().sandbox.store.mails.map(({ to }) => to);

describe.each([
	// The editor adds this today, so that the engine runs a tool like any other node.
	{ typeVersion: 3.1, onError: undefined },
	// Agents of older workflows call a tool themselves, and tell the model of an error only with this setting.
	{ typeVersion: 2.2, onError: 'continueRegularOutput' as const },
])('an agent of version $typeVersion', ({ typeVersion, onError }) => {
	test('sends each of several emails, and shows the model what is wrong, so that it can put it right', async () => {
		const tool = sendTool({ credential: demo.get().credential, onError });
		const settings = { typeVersion, model: model.credential(), tool };
		const ask = await publishAgent(demo.get(), settings);
		model.script.push(
			[
				{ name: SEND, args: { ...toAda, To: 'Ada' } },
				{ name: SEND, args: toGrace },
			],
			[{ name: SEND, args: toAda }],
			'Both have mail.',
		);

		expect(await ask('Write to Ada and Grace')).toEqual({ output: 'Both have mail.' });
		expect(recipients()).toEqual(['grace@example.com', 'ada@example.com']);
		expect(model.read()).toEqual([
			expect.stringMatching(/"To\\" isn't an email address: .* Enter one address/),
			sentTo('grace@example.com'),
			sentTo('ada@example.com'),
		]);
	});
});

test('a tool with a Send Once Key sends a person one email in a run, and tells the model', async () => {
	const parameters = { options: { sendOnceKey: '={{ $execution.id }}' } };
	const tool = sendTool({ credential: demo.get().credential, parameters });
	const settings = { typeVersion: 3.1, model: model.credential(), tool };
	const ask = await publishAgent(demo.get(), settings);
	const again = { ...toAda, To: 'ADA@example.com', Subject: 'Hello once more' };
	const twice = [
		{ name: SEND, args: toAda },
		{ name: SEND, args: toGrace },
	];
	for (const run of [1, 2]) {
		model.reset();
		model.script.push(twice, [{ name: SEND, args: again }], 'They have mail.');
		await ask('Write to Ada and Grace');
		expect(recipients().filter((to) => /^ada@/i.test(to))).toHaveLength(run);
		expect(recipients()).toHaveLength(2 * run);
		expect(model.read().at(-1)).toBe(
			JSON.stringify([{ success: true, to: 'ADA@example.com', alreadySent: true }]),
		);
	}
});
