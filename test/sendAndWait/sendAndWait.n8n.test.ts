import axios, { type AxiosRequestConfig } from 'axios';
import { waitUntil } from '../../tools/process/waitUntil';
import { askInN8n } from '../support/askInN8n';
import { linksIn } from '../support/linksIn';
import { useDemo } from '../support/useDemo';
import { lastRun, nodeOutput } from '../../tools/n8n/nodeOutput';
import { chain, linkTo, publishWebhook } from '../../tools/n8n/publishWebhook';
import { INPUT, MAILROOM } from '../../tools/n8n/runInN8n';
import { publishLoop } from './publishLoop';

jest.setTimeout(240_000);

const demo = useDemo();

const question = {
	...{ resource: 'email', operation: 'sendAndWait', to: 'ada@example.com' },
	subject: 'Refund <Grace>?',
	message: '=It is {{ $json.amount }}.\n<script>alert(1)</script>',
};
const double = {
	approvalOptions: { values: { approvalType: 'double', disapproveLabel: 'No & never' } },
};
const forText = { responseType: 'freeText' };

/** Starts an execution, which then waits. */
const ask = async (parameters: object = {}, name = 'Mailroom') => {
	const item = { amount: '42 €' };
	const asked = await askInN8n(demo.get(), { ...question, ...parameters }, { name, item });
	expect(asked.status).toBe('waiting');
	return asked;
};

const request = async (url: string, options: AxiosRequestConfig = {}) =>
	await axios.request({
		url,
		validateStatus: () => true,
		proxy: false,
		responseType: 'text',
		maxRedirects: 0,
		...options,
	});

/** As the button of a page does. */
const post = async (url: string, fields: Record<string, string> = {}) =>
	await request(url, { method: 'POST', data: new URLSearchParams(fields) });

const statusOf = async (id: string) => (await demo.get().client.execution(id)).status;

/** Output of the node after its execution. */
const outputOf = async (id: string, name = 'Mailroom') => {
	const execution = await demo.get().client.finished(id);
	expect(execution.status).toBe('success');
	expect(nodeOutput(execution, 'Seen')).toHaveLength(1);
	return nodeOutput(execution, name);
};

const respondedBy = 'ada@example.com';
const respondedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

describe('a link', () => {
	test('that scanners open decides nothing, and shows what is asked, without a script', async () => {
		const { id, links } = await ask(double);
		for (const { url, label } of links) {
			for (const method of ['GET', 'HEAD', 'GET']) {
				const headers = { 'User-Agent': 'curl/8.0' };
				expect((await request(url, { method, headers })).status).toBe(200);
			}
			const { data, headers } = await request(url);
			expect(data).toContain('<h1>Refund &lt;Grace&gt;?</h1>');
			expect(data).toContain('<p>It is 42 €.<br>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
			expect(data).toMatch(new RegExp(`<button[^>]*>${label}</button>`));
			expect(data.match(/<(script|img|link|iframe)\b| on\w+=|javascript:/gi)).toBeNull();
			expect(headers['content-security-policy']).toMatch(
				/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; .*frame-ancestors 'none'$/,
			);
			expect(headers).toMatchObject({
				'x-robots-tag': 'noindex, nofollow',
				'cache-control': 'no-store',
			});
		}
		expect(await statusOf(id)).toBe('waiting');
	});

	test.each(['signature', 'approved', 'path', 'none'])(
		'that is forged is refused: %s',
		async (part) => {
			const { id, links } = await ask();
			const url = new URL(links[0].url);
			if (part === 'signature') url.searchParams.set('signature', 'a'.repeat(64));
			if (part === 'approved') url.searchParams.set('approved', 'false');
			if (part === 'path') url.pathname = url.pathname.replace(/[^/]+$/, 'another');
			if (part === 'none') url.search = '?approved=true';
			for (const method of ['GET', 'POST']) {
				expect((await request(url.href, { method })).status).toBe(401);
			}
			expect(await statusOf(id)).toBe('waiting');
		},
	);
});

describe('an approval', () => {
	test.each(['mainModule', 'It\'s "{{ 1 }}"\\'])('is given to a node called %s', async (name) => {
		const { id, links } = await ask({}, name);
		const { data } = await post(links[0].url);
		expect(data).toContain('Your response is recorded');
		expect(data).toContain('<p>Approve</p>');
		expect(await outputOf(id, name)).toEqual([
			{ data: { approved: true, respondedAt, respondedBy } },
		]);
	});

	test('is refused by the other button, once, and not changed by a later click', async () => {
		const { id, links } = await ask({ ...double, afterDecline: 'continue' });
		await Promise.all([post(links[1].url), post(links[1].url)]);
		expect(await outputOf(id)).toEqual([{ data: { approved: false, respondedAt, respondedBy } }]);
		for (const { url } of links) {
			expect((await post(url)).data).toContain('No action required');
			expect((await request(url)).data).toContain('No action required');
		}
		expect(await outputOf(id)).toMatchObject([{ data: { approved: false } }]);
	});
});

describe('after a decline', () => {
	/** Publishes the node between an input and a "Merge" of its output with the input. */
	const publishMerge = async (parameters: object, node: object = {}) => {
		const { credential, ...access } = demo.get();
		return await publishWebhook(access, {
			nodes: [
				INPUT,
				{
					...{ ...MAILROOM, name: 'Mailroom', credentials: { mailroomApi: credential } },
					...{ parameters: { ...question, ...parameters }, ...node },
				},
				{ name: 'After', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
				{ name: 'Merge', type: 'n8n-nodes-base.merge', typeVersion: 3, parameters: {} },
			],
			connections: {
				...chain('Webhook', INPUT.name),
				[INPUT.name]: { main: [[linkTo('Mailroom'), { ...linkTo('Merge'), index: 1 }]] },
				Mailroom: { main: [[linkTo('After')]] },
				After: { main: [[linkTo('Merge')]] },
			},
			responseMode: 'onReceived',
		});
	};

	const declined = async (parameters: object, node: object) => {
		const { client, sandbox } = demo.get();
		const { workflow, call } = await publishMerge(parameters, node);
		await call({ items: [{ amount: 1 }] });
		const isAsked = async () => (await client.executions(workflow.id)).at(0)?.status === 'waiting';
		await waitUntil(isAsked, { limitMs: 30_000, what: 'the question is asked' });
		const [{ id }] = await client.executions(workflow.id);
		const links = linksIn(sandbox.store.mails[0].body);
		expect(links.map(({ label }) => label)).toEqual(['Approve', 'Decline']);
		expect((await post(links[1].url)).data).toContain('Your response is recorded');
		return await client.finished(id);
	};

	test.each(['stopWorkflow', 'continueErrorOutput'])(
		'nothing runs that follows the node, and a "Merge" gets its other input, with "On Error" %s',
		async (onError) => {
			const execution = await declined({}, { onError });
			expect(execution.status).toBe('success');
			expect(nodeOutput(execution, 'Mailroom')).toEqual([]);
			expect(lastRun(execution, 'After')).toBeUndefined();
			expect(nodeOutput(execution, 'Merge')).toEqual([{ amount: 1 }]);
		},
	);

	test('the workflow goes on where that is chosen', async () => {
		const execution = await declined({ afterDecline: 'continue' }, { alwaysOutputData: true });
		expect(nodeOutput(execution, 'After')).toEqual([
			{ data: { approved: false, respondedAt, respondedBy } },
		]);
	});

	test('a loop ends', async () => {
		const { client, sandbox } = demo.get();
		const { workflow, call } = await publishLoop(demo.get(), {
			parameters: { ...question, message: '={{ $json.amount }}?' },
		});
		void call({ items: [{ amount: 1 }, { amount: 2 }] }).catch(() => {});
		const isAsked = async () => (await client.executions(workflow.id)).at(0)?.status === 'waiting';
		await waitUntil(isAsked, { limitMs: 30_000, what: 'the question is asked' });
		const [{ id }] = await client.executions(workflow.id);
		await post(linksIn(sandbox.store.mails[0].body)[1].url);
		expect(await client.finished(id)).toMatchObject({ status: 'success' });
		expect(sandbox.store.mails).toHaveLength(1);
	});
});

test('the link of a question decides nothing in another execution', async () => {
	const [one, other] = [await ask(), await ask()];
	const swapped = new URL(one.links[0].url);
	swapped.pathname = new URL(other.links[0].url).pathname;
	expect((await post(swapped.href)).status).toBe(401);
	expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['waiting', 'waiting']);
});

test('a text comes out as it was written, however long; an empty one is no reply', async () => {
	const { id, links } = await ask(forText);
	const [{ url }] = links;
	expect((await request(url)).data).toMatch(/<textarea name="text" required/);
	const empty = await post(url, { text: ' \r\n ' });
	expect(empty.status).toBe(400);
	expect(empty.data).toContain('The response is empty');
	expect(await statusOf(id)).toBe('waiting');

	const text = `<b>no</b> & "quotes" {{ $json }}\n\n${'Größe, 日本. '.repeat(5_000)}end`;
	const { status, data } = await post(url, { text: text.replaceAll('\n', '\r\n') });
	expect(status).toBe(200);
	expect(data).not.toContain('<b>');
	expect(await outputOf(id)).toEqual([{ data: { text, respondedAt, respondedBy } }]);
});

describe('an approval with text', () => {
	const DRAFT = 'Dear <b>Grace</b>,\n\nhere is your refund.';
	const asked = {
		...{ responseType: 'approvalWithText', prefilledText: DRAFT, afterDecline: 'continue' },
		approvalOptions: { values: { approveLabel: 'Send & pay', disapproveLabel: '<No>' } },
	};
	const CRLF = (text: string) => text.replaceAll('\n', '\r\n');

	test('has one link, which decides nothing and shows the draft, its problem and both buttons', async () => {
		const { id, body, links } = await ask(asked);
		expect(links.map(({ label }) => label)).toEqual(['Respond']);
		expect(body).not.toContain('refund.');
		const [{ url }] = links;
		for (const method of ['HEAD', 'GET']) expect((await request(url, { method })).status).toBe(200);
		const { data, headers } = await request(url);
		expect(data).toContain('Dear &lt;b&gt;Grace&lt;/b&gt;,\n\nhere');
		expect(data.match(/<button[^>]* name="approved" value="(true|false)"/g)).toHaveLength(2);
		expect(data.match(/<(script|img|link|iframe)\b| on\w+=|javascript:/gi)).toBeNull();
		expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);

		const replies: Array<Record<string, string>> = [
			{ text: 'Edited <i>' },
			{ text: 'Edited <i>', approved: 'maybe' },
			{ text: ' \r\n', approved: 'true' },
		];
		for (const reply of replies) {
			const again = await post(url, reply);
			expect(again.status).toBe(400);
			const isEmptied = reply.approved === 'true';
			expect(again.data).toContain(isEmptied ? 'The response is empty.' : 'one of the buttons.');
			expect(again.data).toContain(isEmptied ? 'Dear &lt;b&gt;' : '>\nEdited &lt;i&gt;</textarea>');
		}
		const both = await request(url, {
			method: 'POST',
			data: 'approved=true&approved=false&text=x',
		});
		expect(both.status).toBe(400);
		expect(await statusOf(id)).toBe('waiting');
	});

	test.each([
		['an edited draft', { approved: 'true', text: 'Edited\n<i>' }, 'Edited\n<i>'],
		['the draft', { approved: 'true', text: DRAFT }, DRAFT],
		['a decline with a reason', { approved: 'false', text: 'Too early' }, 'Too early'],
		['a decline without one', { approved: 'false', text: DRAFT }, ''],
		['a decline of an emptied draft', { approved: 'false', text: '' }, ''],
	])('gives %s', async (_, reply, text) => {
		const { id, links } = await ask(asked);
		const { status, data } = await post(links[0].url, { ...reply, text: CRLF(reply.text) });
		expect(status).toBe(200);
		expect(data).toContain(reply.approved === 'true' ? 'Send &amp; pay' : '&lt;No&gt;');
		expect(data).not.toContain('<i>');
		const approved = reply.approved === 'true';
		expect(await outputOf(id)).toEqual([{ data: { approved, text, respondedAt, respondedBy } }]);
	});

	test('needs no text without a draft, and ends with a decline by default', async () => {
		const { prefilledText: _, afterDecline: __, ...parameters } = asked;
		const [one, other] = [await ask(parameters), await ask(parameters)];
		await post(one.links[0].url, { approved: 'true', text: '' });
		expect(await outputOf(one.id)).toEqual([
			{ data: { approved: true, text: '', respondedAt, respondedBy } },
		]);
		await post(other.links[0].url, { approved: 'false', text: 'Never' });
		const execution = await demo.get().client.finished(other.id);
		expect(nodeOutput(execution, 'Mailroom')).toEqual([]);
		expect(lastRun(execution, 'Seen')).toBeUndefined();
	});
});

test('in a loop one is asked after the other, and an answer counts for its own question only', async () => {
	const { client, sandbox } = demo.get();
	const asked = async (count: number) => {
		let id = '';
		const isAsked = async () => {
			const [execution] = await client.executions(workflow.id);
			id = execution?.id;
			return sandbox.store.mails.length === count && execution?.status === 'waiting';
		};
		await waitUntil(isAsked, { limitMs: 30_000, what: `question ${count} is asked` });
		return { id, url: linksIn(sandbox.store.mails[count - 1].body)[0].url };
	};
	const { workflow, call } = await publishLoop(demo.get(), {
		parameters: { ...question, message: '={{ $json.amount }}?' },
	});
	void call({ items: [{ amount: 1 }, { amount: 2 }] }).catch(() => {});
	const { url: first } = await asked(1);
	await post(first);
	// While one ends, n8n's list of executions may lack it for a moment.
	const { id, url: second } = await asked(2);
	for (const method of ['GET', 'POST']) {
		const { status, data } = await request(first, { method });
		expect([status, data]).toEqual([404, 'This request is no longer open.']);
	}
	expect((await request(second)).data).toContain('<p>2?</p>');
	await post(second);

	const execution = await client.finished(id);
	expect(execution.status).toBe('success');
	expect(nodeOutput(execution, 'Loop')).toMatchObject([
		{ data: { approved: true } },
		{ data: { approved: true } },
	]);
});
