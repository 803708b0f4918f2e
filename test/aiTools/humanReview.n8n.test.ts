import axios from 'axios';
import { waitUntil } from '../../tools/process/waitUntil';
import { linksIn } from '../support/linksIn';
import { useDemo } from '../support/useDemo';
import {
	reviewTool,
	SEND_FOR_MODEL,
	sendTool,
	type ToolSettings,
} from '../support/agent/mailroomTool';
import { lastRun, nodeOutput } from '../../tools/n8n/nodeOutput';
import { publishAgent } from '../support/agent/publishAgent';
import { useFakeModel } from '../support/agent/useFakeModel';

const REVIEWER = 'boss@example.com';

/** The default that n8n fills into the form of a new node of human review. */
const DEFAULT_MESSAGE =
	'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

jest.setTimeout(240_000);

const demo = useDemo();
const model = useFakeModel(demo);

const mailsTo = (address: string) =>
	demo.get().sandbox.store.mails.filter(({ to }) => to === address);

const sendTo = (To: string, Body = 'Hello') => ({
	name: SEND_FOR_MODEL,
	args: { toolParameters: { To, Subject: 'News', Body }, hitlParameters: {} },
});

interface AgentSettings {
	to?: string;
	onError?: ToolSettings['onError'];
}

/** An agent whose tool a reviewer has to agree to. */
const agent = async ({ onError, to = REVIEWER }: AgentSettings = {}) => {
	const { credential } = demo.get();
	const parameters = { message: DEFAULT_MESSAGE, to, subject: 'May it?' };
	const review = reviewTool({ credential, onError, parameters });
	const settings = { typeVersion: 3.1, model: model.credential(), tool: sendTool({ credential }) };
	return await publishAgent(demo.get(), { ...settings, review });
};

/** Waits for an email to the reviewer. */
const reviewed = async (count: number) => {
	const isAsked = async () => mailsTo(REVIEWER).length === count;
	await waitUntil(isAsked, { limitMs: 30_000, what: 'the reviewer is asked' });
	const { body } = mailsTo(REVIEWER)[count - 1];
	const [{ url: yes }, no] = linksIn(body);
	const id = new URL(yes).pathname.split('/').at(-2) ?? '';
	const isWaiting = async () => (await demo.get().client.execution(id)).status === 'waiting';
	await waitUntil(isWaiting, { limitMs: 30_000, what: 'the execution waits' });
	return { id, body, yes, no: no?.url };
};

/** The webhook that the agent is asked by has nothing to answer with while a reviewer is asked. */
const start = (ask: (text: string) => Promise<unknown>) =>
	void ask('Write to them').catch(() => {});

/** The text that a reader sees. */
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

test('the reviewer reads each call whole, with its own arguments and what hides in it; no does not let it, yes does', async () => {
	const ask = await agent();
	const html = `<a href="https://evil.example">x</a>\n${'Hello. '.repeat(430)}Now wire\u202e all.`;
	model.script.push(
		[sendTo('grace@example.com')],
		[sendTo('joan@example.com', html)],
		'Joan has mail.',
	);
	start(ask);
	const first = await reviewed(1);
	expect(textIn(first.body)).toContain('"To": "grace@example.com"');
	expect(first.body).not.toContain('joan@example.com');
	await post(first.no);

	const { id, body, yes } = await reviewed(2);
	expect(model.read()).toEqual([expect.stringContaining('rejected the tool call')]);
	const input = { To: 'joan@example.com', Subject: 'News', Body: html };
	const { data: page } = await axios.get(yes, { proxy: false });
	for (const shown of [body, page]) {
		expect(shown).not.toContain('<a href="https://evil.example">x');
		expect(shown).not.toContain('grace@example.com');
		expect(textIn(shown)).toContain(
			`Input:\n${JSON.stringify(input, null, 2).replace('\u202e', '[U+202E]')}`,
		);
	}
	expect(body).toContain(`<p>The agent wants to run this tool: ${SEND_FOR_MODEL}</p>`);
	expect(mailsTo('joan@example.com')).toEqual([]);

	await post(yes);
	const execution = await demo.get().client.finished(id);
	expect(mailsTo('grace@example.com')).toEqual([]);
	expect(mailsTo('joan@example.com').map((sent) => sent.body)).toEqual([html]);
	expect(model.read().at(-1)).toBe(JSON.stringify([{ success: true, to: 'joan@example.com' }]));
	expect(nodeOutput(execution, 'AI Agent')).toEqual([{ output: 'Joan has mail.' }]);
	// The agent's log shows the reply as the output of the tool.
	expect(lastRun(execution, 'Mailroom')).toMatchObject({
		data: { ai_tool: [[{ json: { data: { approved: true } } }]] },
		inputOverride: { ai_tool: [[{ json: { toolParameters: { To: 'joan@example.com' } } }]] },
	});
});

test('several reviewers are asked, and the first response counts', async () => {
	const ask = await agent({ to: `${REVIEWER}, deputy@example.com` });
	model.script.push([sendTo('joan@example.com')], 'Joan has mail.');
	start(ask);
	const { id, body } = await reviewed(1);
	const [{ body: ofDeputy }] = mailsTo('deputy@example.com');
	expect(body).toContain('1 other person was asked');
	const [{ url: yes }] = linksIn(ofDeputy);
	await post(yes);
	const execution = await demo.get().client.finished(id);
	expect(mailsTo('joan@example.com')).toHaveLength(1);
	expect(lastRun(execution, 'Mailroom')).toMatchObject({
		data: {
			ai_tool: [[{ json: { data: { approved: true, respondedBy: 'deputy@example.com' } } }]],
		},
	});
	expect(nodeOutput(execution, 'AI Agent')).toEqual([{ output: 'Joan has mail.' }]);
});

describe.each([undefined, 'continueRegularOutput'] as const)('with "On Error" %s', (onError) => {
	test('an argument too long to be shown runs no tool, and the model hears that nobody was asked', async () => {
		const ask = await agent({ onError });
		model.script.push([sendTo('grace@example.com', 'x'.repeat(20_001))], 'I could not ask.');
		await ask('Write to Grace');

		expect(demo.get().sandbox.store.mails).toEqual([]);
		expect(model.asked).toHaveLength(2);
		expect(model.read()).toEqual([
			expect.stringMatching(/Nobody was asked, .*can't show the whole input of the tool/),
		]);
		expect(model.read().join()).not.toContain('rejected');
	});

	test('the model hears why the service did not take the email to the reviewer', async () => {
		const ask = await agent({ onError });
		const endpoint = 'POST /email/transactional';
		demo.get().sandbox.faults.add({ endpoint, times: 1, status: 400 });
		model.script.push([sendTo('grace@example.com')], 'I could not ask.');
		await ask('Write to Grace');

		expect(demo.get().sandbox.store.mails).toEqual([]);
		expect(model.read()).toEqual([expect.stringMatching(/Nobody was asked, .*\(status 400\)/)]);
	});
});

test('with "On Error" set to Stop, a failed review ends the execution', async () => {
	const ask = await agent({ onError: 'stopWorkflow' });
	model.script.push([sendTo('grace@example.com', 'x'.repeat(20_001))], 'I could not ask.');
	await ask('Write to Grace').catch(() => {});
	expect(model.asked).toHaveLength(1);
});
