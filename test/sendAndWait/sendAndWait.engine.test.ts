import { validateUrlSignature } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeParameters,
	IRun,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
} from 'n8n-workflow';
import { continued, type NodeRun, retry, runOn, textOf } from '../support/engine/runNode';
import { instanceSettings } from '../../tools/engine/instanceSettings';
import { linksIn } from '../support/linksIn';
import { runTool } from '../support/engine/runTool';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();

const question = {
	resource: 'email',
	operation: 'sendAndWait',
	to: 'ada@example.com',
	subject: 'A refund',
	message: 'May it be refunded?',
};

interface Settings {
	items?: IDataObject[];
	expired?: IRun;
	node?: Partial<INode>;
	timezone?: string;
	settings?: IWorkflowSettings;
	timeoutMs?: number;
	additional?: Partial<IWorkflowExecuteAdditionalData>;
	rounds?: IDataObject[][];
}

const run = async (
	parameters: INodeParameters = {},
	{ items = [{ name: 'Ada' }], ...settings }: Settings = {},
) =>
	await runOn(service)({ ...question, ...parameters }, items, {
		after: '={{ $json.name }}',
		...settings,
	});

/** Parts of the sent email that the tests check. */
const sent = () => {
	const bodies = service.received.map(({ method, path, query, body }) => {
		expect({ method, path, query }).toEqual({
			method: 'POST',
			path: '/email/transactional',
			query: {},
		});
		return body as Record<string, string>;
	});
	expect(bodies).toHaveLength(1);
	const [{ body: html, ...rest }] = bodies;
	const links = linksIn(html).map(({ label, url }) => ({ label, url: new URL(url) }));
	return { html, rest, links };
};

const isWaiting = ({ result, after }: NodeRun) => {
	expect(after).toEqual([]);
	return result.status === 'waiting' && result.waitTill !== undefined;
};

const FOR_EVER = new Date('3000-01-01T00:00:00.000Z');

describe('the email', () => {
	test('goes out as a transactional one, and then the execution waits', async () => {
		const waiting = await run();

		expect(waiting.error).toBeUndefined();
		expect(sent().rest).toEqual({
			to: question.to,
			subject: question.subject,
			bodyFormat: 'html',
		});
		expect(isWaiting(waiting)).toBe(true);
		expect(waiting.result.waitTill).toEqual(FOR_EVER);
		const { links } = sent();
		expect(links.map(({ label }) => label)).toEqual(['Approve', 'Decline']);
		const [{ url }] = links;
		expect(url.pathname).toMatch(/^\/webhook-waiting\/1\//);
		expect(url.searchParams.get('approved')).toBe('true');
		expect(url.searchParams.get('signature')).toMatch(/^[0-9a-f]{64}$/);
	});

	test('has two links for a double approval, with their labels and signatures', async () => {
		const values = {
			approvalType: 'double',
			approveLabel: 'Refund <it>',
			disapproveLabel: '={{ $json.name }} says no',
		};
		await run({ approvalOptions: { values } });

		const { links } = sent();
		expect(links.map(({ label }) => label)).toEqual(['Refund &lt;it&gt;', 'Ada says no']);
		expect(links.map(({ url }) => url.searchParams.get('approved'))).toEqual(['true', 'false']);
		expect(new Set(links.map(({ url }) => url.searchParams.get('signature'))).size).toBe(2);
	});

	test.each(['approvalWithText', 'freeText'])(
		'has one link, to the page for the response, for %s',
		async (responseType) => {
			const values = { approvalType: 'double', approveLabel: 'Send it' };
			await run({ responseType, approvalOptions: { values }, prefilledText: 'The draft' });
			expect(sent().links.map(({ label }) => label)).toEqual(['Respond']);
			expect(sent().html).not.toMatch(/The draft|Send it/);
		},
	);

	test.each([
		[{ approvalType: 'double', approveLabel: '', disapproveLabel: ' ' }, ['Approve', 'Decline']],
		[{ approvalType: 'single' }, ['Approve']],
	])('with the options %j has the links %j', async (values, labels) => {
		await run({ approvalOptions: { values } });
		expect(sent().links.map(({ label }) => label)).toEqual(labels);
	});

	test.each([
		[
			{ approvalType: '={{ $json.type }}', disapproveLabel: 'No' },
			'"Approval Options > Type of Approval" has no value',
		],
		[
			{ approvalType: 'double', disapproveLabel: '={{ $json.label }}' },
			'"Approval Options > Decline Button Label" has no value',
		],
		[
			{ approvalType: 'double', approveLabel: 'Yes', disapproveLabel: ' Yes ' },
			'"Approval Options" has two buttons called "Yes"',
		],
	])('is not sent with the options %j', async (values, problem) => {
		const { error, result } = await run({ approvalOptions: { values } });
		expect(error?.message).toContain(problem);
		expect(result.waitTill).toBeUndefined();
		expect(service.received).toEqual([]);
	});

	test('is long, and holds hidden characters, as it was typed', async () => {
		const message = `\u05d0\u200f${'x'.repeat(20_001)}`;
		await run({ message });
		expect(sent().html).toContain(message);
	});

	test('shows tags that somebody else wrote as they are', async () => {
		const draft = 'Dear {{first_name}}, {{name}}';
		const texts = { subject: '={{ $json.draft }}', message: '={{ $json.draft }}' };
		const waiting = await run(texts, { items: [{ draft }] });

		expect(waiting.error).toBeUndefined();
		expect(sent().rest).toMatchObject({ subject: draft });
		expect(sent().html).toContain(draft);
		expect(isWaiting(waiting)).toBe(true);
	});

	test('has its links within the first 100 kB, however its text is written', async () => {
		for (const message of ['x'.repeat(90_000), '€'.repeat(30_000), '<'.repeat(23_000)]) {
			service.sandbox.reset();
			expect((await run({ message })).error).toBeUndefined();
			const { html } = sent();
			expect(Buffer.byteLength(html)).toBeGreaterThan(90_000);
			expect(Buffer.byteLength(html)).toBeLessThan(100_000);
		}
	});

	test.each(['x'.repeat(150_000), '€'.repeat(40_000), '<'.repeat(30_000)])(
		'is not sent if its text moves the links behind that',
		async (message) => {
			const { error, result } = await run({ message });
			expect(error?.message).toMatch(/^"Message" is too long: the email has 1\d\d kB/);
			expect(error?.description).toContain('Shorten it');
			expect(result.waitTill).toBeUndefined();
			expect(service.received).toEqual([]);
		},
	);

	test('is tracked as the options say', async () => {
		await run({ options: { trackEmailOpens: false, trackEmailLinkClicks: false } });
		expect(sent().rest).toMatchObject({ trackEmailOpens: false, trackEmailLinkClicks: false });
	});
});

describe('the time limit', () => {
	const limit = (values: INodeParameters) => ({ options: { limitWaitTime: { values } } });

	test.each([
		[{ limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' }, 45 * 60],
		[{ resumeAmount: 1.5, resumeUnit: 'hours' }, 90 * 60],
		[{ resumeAmount: 7, resumeUnit: 'days' }, 7 * 24 * 60 * 60],
	])('is counted from the sending with %j', async (values, seconds) => {
		service.sandbox.settings.answerDelayMs = 5_000;
		const before = Date.now() + 5_000;
		const { result } = await run(limit(values));
		const after = Date.now();

		const waitTill = result.waitTill?.getTime() ?? 0;
		expect(waitTill).toBeGreaterThanOrEqual(before + seconds * 1000);
		expect(waitTill).toBeLessThanOrEqual(after + seconds * 1000);
	});

	test("is a moment in the workflow's timezone", async () => {
		const values = { limitType: 'atSpecifiedTime', maxDateAndTime: '2099-12-01T10:00:00' };
		const { result } = await run(limit(values), { timezone: 'Asia/Tokyo' });
		expect(result.waitTill).toEqual(new Date('2099-12-01T01:00:00.000Z'));
	});

	test.each([
		[{ resumeAmount: -1, resumeUnit: 'days' }, 'a number of days above 0'],
		[{ resumeAmount: 0, resumeUnit: 'hours' }, 'a number of hours above 0'],
		[{ resumeAmount: '={{ 0 }}', resumeUnit: 'minutes' }, 'a number of minutes above 0'],
		[{ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00' }, 'in the past'],
		[
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $now.minus({ seconds: 2 }) }}' },
			'in the past',
		],
		[{ limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $now }}' }, 'in the past'],
		[
			{ resumeAmount: '={{ $json.days }}', resumeUnit: 'days' },
			'Amount" has no value for this item',
		],
	])('%j is an error before anything is sent', async (values, problem) => {
		const { error } = await run(limit(values));
		expect(error?.message).toContain('"Limit Wait Time > ');
		expect(error?.message).toContain(problem);
		expect(service.received).toEqual([]);
	});

	describe('is refused before anything is sent if it is later than', () => {
		const minutes = (resumeAmount: number) => limit({ resumeAmount, resumeUnit: 'minutes' });
		const inMinutes = (count: number) => ({
			timeoutMs: count * 60_000,
		});

		test.each([
			["the workflow's timeout", "the workflow's timeout", { executionTimeout: 600 }],
			["n8n's timeout", "n8n's timeout (EXECUTIONS_TIMEOUT)", {}],
		])('%s', async (_, named, settings) => {
			const { error, result } = await run(minutes(11), { settings, ...inMinutes(10) });
			expect(error?.message).toBe(
				`"Limit Wait Time" ends after ${named}, when n8n cancels the execution`,
			);
			expect(error?.description).toContain('Set a shorter limit');
			expect(result.waitTill).toBeUndefined();
			expect(service.received).toEqual([]);
		});

		test('the timeout of an execution that has waited before', async () => {
			const parameters = { ...minutes(7), afterDecline: 'continue' };
			const waiting = await run(parameters, inMinutes(10));
			expect(isWaiting(waiting)).toBe(true);
			// n8n gives a new timeout to what goes on, but after a time limit the old one counts.
			const { error, rounds } = await run(
				{ ...minutes(11), afterDecline: 'continue' },
				{ expired: waiting.result, rounds: [[{ name: 'Grace' }]], ...inMinutes(20) },
			);
			expect(rounds[0].map(({ json }) => json)).toEqual([
				{ data: { approved: false, expired: true } },
			]);
			expect(error?.message).toContain("ends after n8n's timeout");
			expect(service.received).toHaveLength(1);
		});
	});

	test.each([
		{ options: {} },
		{ options: { limitWaitTime: { values: { resumeAmount: 9, resumeUnit: 'minutes' } } } },
	])('may end before a timeout, or be absent: %j', async (parameters) => {
		expect(isWaiting(await run(parameters, { timeoutMs: 600_000 }))).toBe(true);
	});

	test('may be later than the timeout of a worker, which begins anew', async () => {
		const settings = instanceSettings();
		const { instanceType } = settings;
		Object.assign(settings, { instanceType: 'worker' });
		try {
			const values = { resumeAmount: 9, resumeUnit: 'minutes' };
			expect(isWaiting(await run(limit(values), { timeoutMs: 60_000 }))).toBe(true);
		} finally {
			Object.assign(settings, { instanceType });
		}
	});

	test.each([{}, continued])(
		'that ends while the email is sent is an error, and not asked about again: %j',
		async (settings) => {
			service.sandbox.settings.answerDelayMs = 5_000;
			const maxDateAndTime = '={{ $now.plus({ seconds: 2 }) }}';
			const { error, items, result, tries } = await run(
				limit({ limitType: 'atSpecifiedTime', maxDateAndTime }),
				{ node: { ...retry, ...settings } },
			);
			const text = textOf(error) || String(items[0].json.error);
			expect(text).toContain('"Limit Wait Time" ended while the email was being sent');
			expect(text).toContain('Set a later time');
			expect(result.waitTill).toBeUndefined();
			expect(tries).toHaveLength(retry.maxTries);
			expect(service.received).toHaveLength(1);
		},
	);
});

describe('when the time limit is over', () => {
	const soon = { resumeAmount: 0.01, resumeUnit: 'minutes' };
	/** An earlier approval, which must not count. */
	const items = [{ name: 'Ada', data: { approved: true } }, { name: 'Grace' }];

	const runToLimit = async (parameters: INodeParameters, node: Partial<INode> = {}) => {
		const options = { limitWaitTime: { values: soon } };
		const asked = { options, ...parameters };
		const settings = { items, node: { executeOnce: true, ...node } };
		const waiting = await run(asked, settings);
		expect(isWaiting(waiting)).toBe(true);
		const over = await run(asked, { ...settings, expired: waiting.result });
		expect(over.tries).toEqual([]);
		expect(service.received).toHaveLength(1);
		return over;
	};

	const single = { approvalOptions: { values: { approvalType: 'single' } } };
	const withText = { responseType: 'approvalWithText' };

	test.each([{}, single, withText])('nothing comes out, with %j', async (parameters) => {
		const { result, items: output } = await runToLimit(parameters);
		expect(output).toEqual([]);
		expect(result).toMatchObject({ status: 'success', finished: true });
		expect(Object.keys(result.data.resultData.runData)).toEqual(['Input', 'Mailroom']);
	});

	test.each([{}, single, withText])(
		'it is no approval where "Continue" is chosen, with %j',
		async (parameters) => {
			const chosen = { ...parameters, afterDecline: 'continue' };
			const { json, items: output } = await runToLimit(chosen, { alwaysOutputData: true });
			expect(json).toEqual([{ data: { approved: false, expired: true } }]);
			expect(output[0].pairedItem).toMatchObject({ item: 0 });
		},
	);

	test('a text has none', async () => {
		const { json } = await runToLimit({ responseType: 'freeText' });
		expect(json).toEqual([{ data: { expired: true } }]);
	});

	test('the node before keeps its output', async () => {
		const { result } = await runToLimit({ afterDecline: 'continue' });
		const before = result.data.resultData.runData.Input[0].data?.main[0];
		expect(before?.map(({ json }) => json)).toEqual(items);
	});
});

describe('where a proxy serves n8n below a path', () => {
	const below = (url: string) => ({
		...{ restApiUrl: `${url}/rest`, instanceBaseUrl: `${url}/`, mcpBaseUrl: `${url}/mcp` },
		...{ webhookBaseUrl: `${url}/webhook`, webhookWaitingBaseUrl: `${url}/webhook-waiting` },
		...{ formBaseUrl: `${url}/form`, formWaitingBaseUrl: `${url}/form-waiting` },
	});

	test.each(['https://example.com/n8n', 'https://example.com/a/b c', 'https://example.com'])(
		'the links are signed as n8n sees them: %s',
		async (url) => {
			expect(isWaiting(await run({}, { additional: below(url) }))).toBe(true);
			const { hmacSignatureSecret } = instanceSettings();
			for (const link of sent().links) {
				const { pathname } = new URL(url);
				const path = pathname === '/' ? '' : pathname;
				expect(link.url.href).toMatch(/^https:/);
				expect(link.url.pathname).toBe(`${path}/webhook-waiting/1/Mailroom`);
				const seen = new URL(link.url);
				seen.pathname = seen.pathname.slice(path.length);
				const signature = String(seen.searchParams.get('signature'));
				expect(validateUrlSignature(signature, seen, hmacSignatureSecret)).toBe(true);
			}
		},
	);
});

test('a node without an ID asks nobody, because its links would not work', async () => {
	const { error, result } = await run({}, { node: { id: '' } });
	expect(textOf(error)).toMatch(/this node has no ID.*add an "id"/);
	expect(result.waitTill).toBeUndefined();
	expect(service.received).toEqual([]);
});

describe('a decline that stops', () => {
	const alwaysOutputData = { node: { alwaysOutputData: true } };

	test.each([
		{},
		{ afterDecline: 'stop' },
		{ approvalOptions: { values: { approvalType: 'single' } } },
		{ responseType: 'approvalWithText' },
	])('is refused before anything is sent where n8n would go on: %j', async (parameters) => {
		const { error, result } = await run(parameters, alwaysOutputData);
		expect(error?.message).toContain('"After Decline or Time Limit" is Stop, but');
		expect(error?.message).toContain('"Always Output Data"');
		expect(error?.description).toContain('Turn off "Always Output Data"');
		expect(result.waitTill).toBeUndefined();
		expect(service.received).toEqual([]);
	});

	test.each([
		{ afterDecline: 'continue' },
		{ afterDecline: 'continue', responseType: 'approvalWithText' },
		{ responseType: 'freeText' },
	])('is no reason to refuse with %j', async (parameters) => {
		expect(isWaiting(await run(parameters, alwaysOutputData))).toBe(true);
	});

	test('is not left open by an expression', async () => {
		const { error } = await run({ afterDecline: '={{ $json.then }}' });
		expect(error?.message).toContain('"After Decline or Time Limit" has no value');
		expect(service.received).toEqual([]);
	});
});

describe('a prefilled text', () => {
	const prefilled = (text: string, responseType = 'freeText') => ({
		responseType,
		prefilledText: text,
	});

	test.each(['freeText', 'approvalWithText'])(
		'may contain tags, hidden characters and HTML, which are not in the email, with %s',
		async (responseType) => {
			const draft = 'Dear {{first_name}},\u202e</textarea>';
			const waiting = await run(prefilled('={{ $json.draft }} {{firstName}}', responseType), {
				items: [{ name: 'Ada', draft }],
			});
			expect(isWaiting(waiting)).toBe(true);
			expect(sent().html).not.toContain('Dear');
			const kept = waiting.result.data.executionData?.contextData['node:Mailroom'].question;
			expect(JSON.parse(String(kept))).toMatchObject({ prefilledText: `${draft} {{firstName}}` });
		},
	);

	test('that is too long is refused before anything is sent', async () => {
		const items = [{ name: 'Ada', draft: 'x'.repeat(100_001) }];
		const { error } = await run(prefilled('={{ $json.draft }}'), { items });
		expect(error?.message).toBe('"Prefilled Text" has 100,001 characters, more than 100,000');
		expect(service.received).toEqual([]);
	});

	test('is not read for an approval', async () => {
		await run({ prefilledText: '={{ $json.no.such.thing() }}' });
		expect(sent().links).toHaveLength(2);
	});
});

describe('nothing is sent, and nothing waits,', () => {
	const several = [{ name: 'Ada' }, { name: 'Grace' }, { name: 'Joan' }];

	test.each([
		['message', 'Dear {{firstName}}', '"Message" contains the personalization tag {{firstName}}'],
		['subject', '=Dear {{firstName}}', '"Subject" contains the personalization tag {{firstName}}'],
		['message', '={{ last name }}', '"Message" contains the personalization tag {{ last name }}'],
		['message', '{{ $json.name }}', 'set to Fixed'],
		['message', 'Dear {{First Name}}', 'Switch the field to Expression and replace {{First Name}}'],
		['message', '=Dear {{first_name}}', 'Replace {{first_name}} with an expression'],
		['subject', '={{ $json.lines }}', '"Subject" must not contain line breaks'],
		['message', '=Run {{ $json }}', '"Message" contains [object Object]'],
		['subject', '=Run {{ $json }}', '"Subject" contains [object Object]'],
		['message', '={{ $json.toolParameters }}', "can't show the whole input of the tool"],
	])('with %s set to %j', async (name, value, problem) => {
		const toolParameters = 'x'.repeat(20_001);
		const items = [{ name: 'Ada', lines: 'Hi\r\nBcc: eve@example.com', toolParameters }];
		const failed = await run({ [name]: value }, { items });
		const text = textOf(failed.error);
		expect(text).toContain(problem);
		expect(text).not.toMatch(/Allow Any Tag|Send to Contacts|item for each/);
		expect(failed.result.waitTill).toBeUndefined();
		expect(service.received).toEqual([]);
	});

	test('with several items and "Continue": each comes out with the error', async () => {
		const goesOn = { afterDecline: 'continue' };
		const { items, result, after } = await run(goesOn, { items: several, node: continued });
		expect(items.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual(
			several.map((_, item) => [
				expect.stringMatching(
					/3 input items.*"Execute Once".*"Loop Over Items".*Continue, because Stop also ends the loop/,
				),
				{ item },
			]),
		);
		expect(after).toHaveLength(3);
		expect(result.waitTill).toBeUndefined();
		expect(service.received).toEqual([]);
	});
});

test('with "Execute Once" the first of several items is asked about', async () => {
	const items = [{ name: 'Ada' }, { name: 'Grace' }];
	const waiting = await run(
		{ message: '={{ $json.name }}?' },
		{ items, node: { executeOnce: true } },
	);
	expect(isWaiting(waiting)).toBe(true);
	expect(sent().html).toContain('<p>Ada?</p>');
});

test('nothing waits when the email is in doubt, and it is not sent again', async () => {
	service.sandbox.faults.add({ endpoint: 'POST /email/transactional', times: 9, drop: 'after' });
	const failed = await run({}, { node: retry });
	expect(failed.error?.message).toContain('may or may not have been sent');
	expect(failed.result.waitTill).toBeUndefined();
	expect(service.received).toHaveLength(1);
});

test('"Retry On Fail" does not ask again because of an error in the input', async () => {
	const waiting = await run({}, { items: [{ error: 'of a node before' }], node: retry });
	expect(waiting.tries).toHaveLength(1);
	expect(service.sandbox.store.mails).toHaveLength(1);
	expect(isWaiting(waiting)).toBe(true);
});

test('a tool that n8n does not run as a node cannot wait, and says what can', async () => {
	const { error } = await runTool({ credential: service.credential, parameters: question });
	expect(error?.message).toContain('AI Agent of version 3');
	expect(service.received).toEqual([]);
});
