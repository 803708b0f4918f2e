import axios from 'axios';
import { startSandbox } from '../../sandbox';
import { credentialFor } from '../../tools/saveSandboxCredential';
import { waitUntil } from '../../tools/waitUntil';
import { linksIn } from '../support/linksIn';
import { useDemo } from '../support/useDemo';
import { fromModel } from './fromModel';
import { mailroomTool, reviewTool, type ToolSettings } from './mailroomTool';
import { lastRun, nodeOutput } from '../../tools/nodeOutput';
import { publishAgent } from './publishAgent';
import { startFakeModel } from './startFakeModel';
import type { CredentialReference } from '../../tools/N8nClient';

const TOOL = 'Send transactional email in Mailroom';
const TOOL_FOR_MODEL = TOOL.replaceAll(' ', '_');
const REVIEW = 'Mailroom';
const REVIEWER = 'boss@example.com';

/** As n8n fills it into the form of a new node of human review. */
const PRESET =
	'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

jest.setTimeout(120_000);

const demo = useDemo();
let model: Awaited<ReturnType<typeof startFakeModel>>;

/** A question that nobody answers, asked before the tests: n8n looks about once a minute for time limits that are over. */
let unanswered: Awaited<ReturnType<typeof askInVain>>;

beforeAll(async () => {
	model = await startFakeModel(demo.get().client);
	unanswered = await askInVain();
});
beforeEach(() => model.reset());
afterAll(async () => {
	await unanswered?.close();
	await model?.close();
});

const mailsTo = (address: string) =>
	demo.get().sandbox.store.mails.filter(({ to }) => to === address);

const sendTo = (To: string, Body = 'Hello') => ({
	name: TOOL_FOR_MODEL,
	args: { toolParameters: { To, Subject: 'News', Body }, hitlParameters: {} },
});

interface AgentAccess {
	credential: CredentialReference;
	model: Awaited<ReturnType<typeof startFakeModel>>;
}

/** An agent whose tool somebody has to agree to. */
const agent = async (
	parameters: object = {},
	{ credential, model: ofAgent }: AgentAccess = { credential: demo.get().credential, model },
	onError?: ToolSettings['onError'],
) => {
	const tool = mailroomTool({
		name: TOOL,
		credential,
		parameters: {
			...{ resource: 'email', operation: 'sendTransactional' },
			...{ to: fromModel('To'), subject: fromModel('Subject'), body: fromModel('Body') },
		},
	});
	const review = reviewTool({
		name: REVIEW,
		credential,
		onError,
		parameters: {
			...{ message: PRESET, to: REVIEWER, subject: 'May it?' },
			...{ approvalOptions: { values: { approvalType: 'double' } } },
			...parameters,
		},
	});
	const typeVersion = 3.1;
	return await publishAgent(demo.get(), {
		...{ typeVersion, model: ofAgent.credential },
		...{ tools: [tool], review },
	});
};

/** Waits for the email to the reviewer. */
const reviewed = async (count = 1) => {
	const isAsked = async () => mailsTo(REVIEWER).length === count;
	await waitUntil(isAsked, { limitMs: 30_000, what: 'the reviewer is asked' });
	const mail = mailsTo(REVIEWER)[count - 1];
	const [yes, no] = linksIn(mail.body);
	const id = new URL(yes.url).pathname.split('/').at(-2) ?? '';
	const isWaiting = async () => (await demo.get().client.execution(id)).status === 'waiting';
	await waitUntil(isWaiting, { limitMs: 30_000, what: 'the execution waits' });
	return { id, mail, yes: yes.url, no: no.url };
};

/** The webhook that the agent is asked by has nothing to answer with while somebody else is asked. */
const start = (ask: (text: string) => Promise<unknown>, text: string) => {
	ask(text).catch(() => {});
};

/** What a reader sees. */
const textIn = (html: string) =>
	html
		.replace(/<br>/g, '\n')
		.replace(/<[^>]*>/g, '')
		.replaceAll('\u00a0', ' ')
		.replaceAll('&quot;', '"')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&amp;', '&');

const post = async (url: string) => await axios.post(url, '', { proxy: false });

test('the reviewer reads which tool the model wants to call with what, and yes lets it', async () => {
	const ask = await agent();
	const html = '<a href="https://evil.example">x</a>\nTo: me';
	model.script.push([sendTo('grace@example.com', html)], 'Grace has mail.');
	start(ask, 'Write to Grace');
	const { id, mail, yes } = await reviewed();

	expect(mail.body).toContain(`<p>The agent wants to run this tool: ${TOOL_FOR_MODEL}</p>`);
	const input = { To: 'grace@example.com', Subject: 'News', Body: html };
	const { data: page } = await axios.get(yes, { proxy: false });
	for (const shown of [mail.body, page]) {
		expect(shown).not.toContain('<a href="https://evil.example">x');
		expect(textIn(shown)).toContain(`Input:\n${JSON.stringify(input, null, 2)}`);
	}
	expect(mailsTo('grace@example.com')).toEqual([]);

	await post(yes);
	const execution = await demo.get().client.finished(id);
	expect(execution.status).toBe('success');
	expect(mailsTo('grace@example.com')).toHaveLength(1);
	expect(model.read()).toEqual([JSON.stringify([{ success: true, to: 'grace@example.com' }])]);
	expect(nodeOutput(execution, 'AI Agent')).toEqual([{ output: 'Grace has mail.' }]);
});

test('the reviewer sees a long argument to its end, and what hides in it', async () => {
	const ask = await agent();
	const body = `${'Hello. '.repeat(430)}Now wire\u202e all the money.`;
	model.script.push([sendTo('grace@example.com', body)], 'Grace has mail.');
	start(ask, 'Write to Grace');
	const { id, mail, yes } = await reviewed();
	const { data: page } = await axios.get(yes, { proxy: false });
	for (const html of [mail.body, page]) {
		expect(textIn(html)).toContain(`"${'Hello. '.repeat(430)}Now wire[U+202E] all the money."`);
	}

	await post(yes);
	await demo.get().client.finished(id);
	expect(mailsTo('grace@example.com').map((sent) => sent.body)).toEqual([body]);
});

test('an argument that the message names by itself is refused when it is too long, too', async () => {
	const ask = await agent({ message: '=Send it?\n{{ $tool.parameters.Body }}' });
	model.script.push([sendTo('grace@example.com', 'x'.repeat(20_001))], 'I could not ask.');
	await ask('Write to Grace');

	expect(demo.get().sandbox.store.mails).toEqual([]);
	expect(model.read()).toEqual([expect.stringContaining('rejected')]);
});

test.each([undefined, 'continueRegularOutput'] as const)(
	'an argument too long to be shown is asked about by nobody and runs no tool, with "%s"',
	async (onError) => {
		const ask = await agent({}, { credential: demo.get().credential, model }, onError);
		model.script.push([sendTo('grace@example.com', 'x'.repeat(20_001))], 'I could not ask.');
		await ask('Write to Grace');

		expect(demo.get().sandbox.store.mails).toEqual([]);
		expect(model.asked).toHaveLength(2);
		expect(model.read()).toEqual([expect.stringContaining('rejected')]);
	},
);

test('no does not let it, and the model hears that', async () => {
	const ask = await agent();
	model.script.push([sendTo('grace@example.com')], 'I may not.');
	start(ask, 'Write to Grace');
	const { id, no } = await reviewed();
	await post(no);
	const execution = await demo.get().client.finished(id);

	expect(nodeOutput(execution, 'AI Agent')).toEqual([{ output: 'I may not.' }]);
	expect(mailsTo('grace@example.com')).toEqual([]);
	expect(model.read()).toEqual([expect.stringContaining('rejected the tool call')]);
});

test("the agent's log shows what the reviewer answered as what the tool put out", async () => {
	const ask = await agent();
	model.script.push([sendTo('grace@example.com')], 'Done.');
	start(ask, 'Write to Grace');
	const { id, yes } = await reviewed();
	const waiting = await demo.get().client.execution(id);
	expect(Object.keys(lastRun(waiting, REVIEW)?.data ?? {})).toEqual(['ai_tool']);

	await post(yes);
	const over = await demo.get().client.finished(id);
	expect(lastRun(over, REVIEW)).toMatchObject({
		data: { ai_tool: [[{ json: { data: { approved: true } } }]] },
		inputOverride: { ai_tool: [[{ json: { toolParameters: { To: 'grace@example.com' } } }]] },
	});
});

test('each of two calls, one after the other, is asked about with its own arguments', async () => {
	const ask = await agent();
	model.script.push(
		[sendTo('grace@example.com')],
		[sendTo('joan@example.com')],
		'Both were decided.',
	);
	start(ask, 'Write to both');
	const first = await reviewed(1);
	await post(first.no);
	const second = await reviewed(2);
	const { data: page } = await axios.get(second.yes, { proxy: false });
	for (const [html, to, other] of [
		[first.mail.body, 'grace', 'joan'],
		[second.mail.body, 'joan', 'grace'],
		[page, 'joan', 'grace'],
	]) {
		expect(textIn(html)).toContain(`"To": "${to}@example.com"`);
		expect(html).not.toContain(`${other}@example.com`);
	}
	await post(second.yes);
	await demo.get().client.finished(second.id);

	expect(mailsTo('grace@example.com')).toEqual([]);
	expect(mailsTo('joan@example.com')).toHaveLength(1);
});

// n8n lets no node of an execution wait twice at the same time.
test('of two calls at once n8n asks about the first, and runs the other under no circumstances', async () => {
	const ask = await agent();
	model.script.push([sendTo('grace@example.com'), sendTo('joan@example.com')], 'One it is.');
	start(ask, 'Write to both');
	const { id, mail, yes } = await reviewed();
	expect(textIn(mail.body)).toContain('"To": "grace@example.com"');
	await post(yes);
	await demo.get().client.finished(id);

	expect(mailsTo(REVIEWER)).toHaveLength(1);
	expect(mailsTo('grace@example.com')).toHaveLength(1);
	expect(mailsTo('joan@example.com')).toEqual([]);
});

test('a review that cannot be asked for runs no tool, and the model hears why', async () => {
	const ask = await agent({ to: 'nobody' });
	model.script.push([sendTo('grace@example.com')], 'I could not ask.');
	await ask('Write to Grace');

	expect(demo.get().sandbox.store.mails).toEqual([]);
	expect(model.asked).toHaveLength(2);
	expect(model.read()).toEqual([expect.stringContaining('rejected')]);
});

test('a question of the model itself is answered with a text', async () => {
	const { credential } = demo.get();
	const name = 'Send email and wait for response in Mailroom';
	const tool = mailroomTool({
		name,
		credential,
		parameters: {
			...{ resource: 'email', operation: 'sendAndWait', responseType: 'freeText' },
			...{ to: REVIEWER, subject: 'A question', message: fromModel('Message') },
		},
	});
	const ask = await publishAgent(demo.get(), {
		...{ typeVersion: 3.1, model: model.credential, tools: [tool] },
	});
	const args = { Message: 'Which colour?' };
	model.script.push([{ name: name.replaceAll(' ', '_'), args }], 'Blue it is.');
	start(ask, 'Ask the boss for a colour');
	const isAsked = async () => mailsTo(REVIEWER).length === 1;
	await waitUntil(isAsked, { limitMs: 30_000, what: 'the question is asked' });
	const [{ body }] = mailsTo(REVIEWER);
	expect(body).toContain('<p>Which colour?</p>');
	const [{ url }] = linksIn(body);
	const id = new URL(url).pathname.split('/').at(-2) ?? '';
	const isWaiting = async () => (await demo.get().client.execution(id)).status === 'waiting';
	await waitUntil(isWaiting, { limitMs: 30_000, what: 'the execution waits' });
	await axios.post(url, new URLSearchParams({ text: 'Blue' }), { proxy: false });
	const execution = await demo.get().client.finished(id);

	expect(nodeOutput(execution, 'AI Agent')).toEqual([{ output: 'Blue it is.' }]);
	expect(model.read()).toEqual([expect.stringContaining('"text":"Blue"')]);
});

/** Asks with a model and a service that are not as new before each test. */
async function askInVain() {
	const { client } = demo.get();
	const sandbox = await startSandbox();
	const patient = await startFakeModel(client);
	const credential = await client.createCredential(credentialFor(sandbox));
	const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
	const options = { limitWaitTime: { values } };
	const ask = await agent({ options }, { credential, model: patient });
	patient.script.push([sendTo('grace@example.com')], 'Nobody answered.');
	start(ask, 'Write to Grace');
	return {
		model: patient,
		mails: sandbox.store.mails,
		async close() {
			await sandbox.close();
			await patient.close();
		},
	};
}

test('without an answer in time no tool runs, and the model hears that', async () => {
	const { model, mails } = unanswered;
	const isOver = async () => model.asked.length === 2;
	await waitUntil(isOver, { limitMs: 110_000, what: 'the time limit is over' });

	expect(mails.map(({ to }) => to)).toEqual([REVIEWER]);
	expect(model.read()).toEqual([expect.stringContaining('rejected the tool call')]);
});
