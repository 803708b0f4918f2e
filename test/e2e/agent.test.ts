import { fromModel } from './fromModel';
import { mailroomTool, type ToolSettings } from './mailroomTool';
import { publishAgent } from './publishAgent';
import { startFakeModel } from './startFakeModel';
import { useDemo } from '../support/useDemo';

const SEND = 'Send_transactional_email_in_Mailroom';
const SEND_TO_CONTACTS = 'Send_email_to_contacts_in_Mailroom';
const content = { subject: fromModel('Subject'), body: fromModel('Body') };
const words = { Subject: 'Hello', Body: 'How are you?' };
const toAda = { ...words, To: 'ada@example.com' };
const toGrace = { ...words, To: 'grace@example.com' };
const sentTo = (to: string) => JSON.stringify([{ success: true, to }]);

jest.setTimeout(60_000);

const demo = useDemo();
let model: Awaited<ReturnType<typeof startFakeModel>>;

beforeAll(async () => {
	model = await startFakeModel(demo.get().client);
});
beforeEach(() => model.reset());
afterAll(async () => await model?.close());

/** Addresses of the emails that the service has taken. */
const recipients = () => demo.get().sandbox.store.mails.map(({ to }) => to);

describe.each([
	// What the editor adds today: the engine runs a tool as any other node.
	{ typeVersion: 3.1, onError: undefined },
	// Agents of older workflows call a tool themselves, and tell the model of an error only with this setting.
	{ typeVersion: 2.2, onError: 'continueRegularOutput' as const },
])('an agent of version $typeVersion', ({ typeVersion, onError }) => {
	/** @param settings of the tools */
	const agent = async (settings?: Partial<ToolSettings>) => {
		const { credential } = demo.get();
		const list = { __rl: true, mode: 'list', value: 'newsletter' };
		const tools = [
			mailroomTool({
				name: 'Send transactional email in Mailroom',
				parameters: {
					resource: 'email',
					operation: 'sendTransactional',
					to: fromModel('To'),
					...content,
				},
				credential,
				onError,
				...settings,
			}),
			mailroomTool({
				name: 'Send email to contacts in Mailroom',
				parameters: {
					resource: 'email',
					operation: 'sendToContacts',
					list,
					contactEmails: fromModel('Contact_Emails'),
					...content,
				},
				credential,
				onError,
				...settings,
			}),
		];
		return await publishAgent(demo.get(), { typeVersion, model: model.credential, tools });
	};

	test('sends what the model wants sent, and shows it what came out', async () => {
		const ask = await agent();
		model.script.push([{ name: SEND, args: toAda }], 'Ada has mail.');

		expect(await ask('Write to Ada')).toEqual({ output: 'Ada has mail.' });
		expect(recipients()).toEqual(['ada@example.com']);
		expect(model.read()).toEqual([sentTo('ada@example.com')]);
		expect(model.asked[0].tools).toContainEqual(
			expect.objectContaining({
				function: expect.objectContaining({
					name: SEND,
					description: 'Send transactional email in Mailroom',
				}),
			}),
		);
	});

	test('sends each of several emails that the model wants sent at once', async () => {
		const ask = await agent();
		model.script.push(
			[
				{ name: SEND, args: toAda },
				{ name: SEND, args: toGrace },
			],
			'Both have mail.',
		);
		await ask('Write to Ada and Grace');

		expect(recipients().sort()).toEqual(['ada@example.com', 'grace@example.com']);
		expect(model.read()).toEqual([sentTo('ada@example.com'), sentTo('grace@example.com')]);
	});

	test('sends one email to many contacts in few requests', async () => {
		const { store, journal } = demo.get().sandbox;
		const contacts = store.addContacts(120, { subscribedToLists: ['newsletter'] });
		const addresses = contacts.map(({ email }) => email);
		const ask = await agent();
		const args = {
			Contact_Emails: addresses.join(', '),
			Subject: 'Dear {{firstName}}',
			Body: 'Hi',
		};
		model.script.push([{ name: SEND_TO_CONTACTS, args }], 'They have mail.');
		await ask('Write to the contacts');

		expect(journal).toHaveLength(2);
		expect(recipients()).toEqual(addresses);
		expect(store.mails[0].subject).toBe('Dear First1');
		expect(model.read()).toEqual([
			JSON.stringify([{ success: true, list: 'newsletter', contactEmails: addresses }]),
		]);
	});

	test('shows the model what is wrong, so that it can put it right', async () => {
		const ask = await agent();
		model.script.push(
			[{ name: SEND, args: { ...toAda, To: 'Ada' } }],
			[{ name: SEND, args: toAda }],
			'Ada has mail.',
		);

		expect(await ask('Write to Ada')).toEqual({ output: 'Ada has mail.' });
		expect(recipients()).toEqual(['ada@example.com']);
		expect(model.read().map((text) => JSON.parse(text))).toEqual([
			[
				{
					error: expect.stringContaining(
						'"To" is not an email address: "Ada". Enter one address such as ada@example.com',
					),
				},
			],
			[{ success: true, to: 'ada@example.com' }],
		]);
	});
});

test('a tool with a Send Once Key sends a person one email in a run, and tells the model', async () => {
	const { credential } = demo.get();
	const tool = mailroomTool({
		name: 'Send transactional email in Mailroom',
		credential,
		parameters: {
			...{ resource: 'email', operation: 'sendTransactional', to: fromModel('To'), ...content },
			options: { sendOnceKey: '={{ $execution.id }}' },
		},
	});
	const ask = await publishAgent(demo.get(), {
		...{ typeVersion: 3.1, model: model.credential, tools: [tool] },
	});
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
