import { DateTime } from 'luxon';
import type { INode, INodeParameters as Parameters } from 'n8n-workflow';
import { continued, list, type NodeRun, retry, runOn } from '../support/engine/runNode';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();
const runNode = runOn(service);
useDeduplicationStore();

const toList = { resource: 'email', operation: 'sendToList', list: list('newsletter') };
const failing = { ...toList, subject: '={{ $json.subject }}', body: 'Hello' };
const parameters: Parameters = { ...failing, options: { severalEmails: 'sendDifferent' } };

beforeEach(() => service.subscribe('ada@example.com'));

/** @param subjects One letter for each item. */
const run = async (subjects: string, node?: Partial<INode>, fields: Parameters = parameters) =>
	await runNode(
		fields,
		[...subjects].map((subject, index) => ({ subject, index })),
		{ node },
	);

/** Sent emails, one letter for each request. */
const sent = () => service.bodies.map(({ subject }) => subject).join('');

/** @param run Of which items each output item is made. */
const pairs = ({ raw }: NodeRun) =>
	raw?.[0].map(({ pairedItem }) =>
		[pairedItem].flat().map((pair) => (pair as { item: number }).item),
	);

const sharedHint = (count: number) =>
	`${count} items contain the same email for the same list, so it was sent once.`;

const sentHint =
	'Sent to the list "newsletter". It can\'t be taken back, and another execution sends it again. To prevent that, add a Send Once Key.';

test('items with the same email share a send with others between them', async () => {
	const result = await run('ABACB');

	expect(sent()).toBe('ABC');
	expect(pairs(result)).toEqual([[0, 2], [1, 4], [3]]);
	expect(result.hints).toEqual([sentHint, sharedHint(2), sharedHint(2)]);
});

const problem = (list: string, count: number) =>
	`"List" is "${list}": its subscribers would get ${count} emails each`;

const different: Array<[what: string, fields: Parameters]> = [
	['the subject', { subject: '={{ $json.subject }}' }],
	['the body', { body: '={{ $json.subject }}' }],
	['an option', { options: { trackEmailOpens: '={{ $json.index === 0 }}' } }],
];
const news = { ...failing, subject: 'News' };

test.each(different)(
	'items that differ in %s, to one list, are an error, and are sent each with "Send Each"',
	async (_, fields) => {
		const { error } = await run('AB', {}, { ...news, ...fields });

		expect(error?.message).toContain(problem('newsletter', 2));
		expect(service.received).toEqual([]);

		const options = { ...(fields.options as object), severalEmails: 'sendDifferent' };
		const result = await run('AB', {}, { ...news, ...fields, options });

		expect(result.error).toBeUndefined();
		expect(service.received).toHaveLength(2);
		expect(pairs(result)).toEqual([[0], [1]]);
	},
);

describe('different emails to one list', () => {
	test('are an error that names what to do instead', async () => {
		const fields = { ...toList, subject: 'News', body: '=Hi {{ $json.subject }}' };
		const { error } = await run('ABC', {}, fields);

		expect(service.received).toEqual([]);
		expect(error?.message).toContain(problem('newsletter', 3));
		for (const way of ['{{firstName}}', '"Send to Contacts"', '"If Emails Differ"']) {
			expect(error?.description).toContain(way);
		}
		expect(error?.message).toMatch(/\(items 1-3 not sent\)$/);
	});

	test('with "Continue" fail, all of that list, and those to other lists go out', async () => {
		const to = list('={{ $json.index === 1 ? "product-updates" : "newsletter" }}');
		const result = await run('ABC', continued, { ...failing, list: to });

		expect(sent()).toBe('B');
		expect(result.items.map(({ json }) => 'error' in json)).toEqual([true, false, true]);
		expect(pairs(result)).toEqual([[0], [1], [2]]);
	});

	test('are none where an item cannot be read', async () => {
		const fields = { ...failing, subject: '={{ $json.index === 1 ? "" : "A" }}' };
		const result = await run('ABC', continued, fields);

		expect(sent()).toBe('A');
		expect(result.items[0].json).toEqual({ success: true, list: 'newsletter' });
		expect(result.items[1].json.error).toMatch(/^"Subject" is empty/);
	});

	test('of which an earlier try has sent one are not sent, and what was sent stays so', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 400 });
		// The third item is unusable at first, and asks for another email than the second at the next try.
		const third = () => (service.received.length < 2 ? '' : 'C');
		const items = [() => 'A', () => 'B', third].map((subject, index) => ({
			get subject() {
				return subject();
			},
			list: ['product-updates', 'newsletter', 'newsletter'][index],
		}));
		const result = await runNode({ ...failing, list: list('={{ $json.list }}') }, items, {
			node: { ...retry, ...continued },
		});

		expect(result.tries).toHaveLength(2);
		expect(sent()).toBe('ABA');
		expect(result.items[1].json).toEqual({ success: true, list: 'newsletter' });
		expect(result.items[2].json.error).toContain(problem('newsletter', 2));
	});
});

describe('items with the same email and different delivery times share a send', () => {
	const differ =
		'Some items contain the same email with different delivery times. The time of the first one counts.';
	const dated = (date: string) => ({ delivery: 'date', delayUntilDate: date });

	test.each<[string, Parameters, RegExp]>([
		['dates', dated('={{ "2040-12-0" + (1 + $json.index) }}'), /^2040-12-01/],
		['delays', { delivery: 'delay', delaySeconds: '={{ $json.index + 60 }}' }, /^20/],
		[
			'a date and now',
			{ ...dated('2040-12-01'), delivery: '={{ $json.index ? "now" : "date" }}' },
			/^2040-12-01/,
		],
	])('%s: the first one counts, and a hint says so', async (_, fields, sendAt) => {
		const result = await run('AA', {}, { ...parameters, ...fields });

		expect(result.error).toBeUndefined();
		expect(sent()).toBe('A');
		expect(pairs(result)).toEqual([[0, 1]]);
		expect(result.items[0].json.sendAt).toMatch(sendAt);
		expect(result.hints).toContain(differ);
	});

	test('moments of a run are one time', async () => {
		const date = '={{ DateTime.fromMillis(4070908830000 + 500 * $itemIndex).toISO() }}';
		const result = await run('A'.repeat(100), {}, { ...parameters, ...dated(date) });

		expect(sent()).toBe('A');
		expect(pairs(result)?.[0]).toHaveLength(100);
		expect(result.hints).not.toContain(differ);
	});
});

test('a rejected send is one failed item, paired with all that shared it', async () => {
	service.sandbox.faults.add({ endpoint: '*', status: 400 });
	const result = await run('ABA', continued);

	expect(sent()).toBe('AB');
	expect(result.errors).toEqual([
		'The service is out of order (status 400). Check that the list exists. Its name can differ from its title.',
		undefined,
	]);
	expect(pairs(result)).toEqual([[0, 2], [1]]);
	expect(result.hints).toEqual([sentHint]);
});

test('on the error output items that share a newsletter which fails have an error each, with their own rows', async () => {
	service.sandbox.faults.add({ endpoint: '*', status: 400 });
	const result = await run('AAA', { onError: 'continueErrorOutput' });

	expect(result.errorItems.map(({ json }) => json.index)).toEqual([0, 1, 2]);
	expect(service.received).toHaveLength(1);
});

test('different emails with one Send Once Key are an error before anything is sent', async () => {
	const options = { severalEmails: 'sendDifferent', sendOnceKey: 'newsletter' };
	const { error } = await run('AB', {}, { ...failing, options });

	expect(error?.message).toContain('"Send Once Key" is the same for different emails to the list');
	expect(service.received).toEqual([]);
});

test('"Retry On Fail" does not send again what several items shared', async () => {
	service.sandbox.faults.add({ endpoint: '*', skip: 1, status: 400 });
	const result = await run('ABA', retry);

	expect(result.tries).toHaveLength(2);
	expect(sent()).toBe('ABB');
	expect(pairs(result)).toEqual([[0, 2], [1]]);
	expect(result.hints).toEqual([sentHint, sharedHint(2)]);
});

describe('after a send to a list a hint says', () => {
	const once = { sendOnceKey: '={{ "issue " + $json.subject }}', severalEmails: 'sendDifferent' };
	const hintOf = async (fields: Parameters, subjects = 'A') =>
		(await run(subjects, {}, { ...parameters, ...fields })).hints[0];

	test('that it cannot be taken back, and with a Send Once Key no more', async () => {
		expect(await hintOf({ options: once })).toBe(
			'Sent to the list "newsletter". It can\'t be taken back.',
		);
	});

	test('when it goes out, in the timezone of the workflow', async () => {
		const run = async (delivery: Parameters) =>
			await runNode({ ...parameters, ...delivery, subject: 'News' }, undefined, {
				timezone: 'Asia/Tokyo',
			});
		const dated = await run({ delivery: 'date', delayUntilDate: '2040-12-01T15:00:00Z' });
		const delayed = await run({ delivery: 'delay', delaySeconds: 86400 });

		expect(dated.hints).toEqual([
			'Scheduled for 2 December 2040, 00:00 (Asia/Tokyo), to the list "newsletter". It can\'t be taken back, and another execution sends it again. To prevent that, add a Send Once Key.',
		]);
		const { sendAt } = delayed.items[0].json;
		const time = DateTime.fromISO(String(sendAt), { zone: 'Asia/Tokyo' });
		expect(delayed.hints[0]).toContain(
			`Scheduled for ${time.toFormat('d LLLL yyyy, HH:mm')} (Asia/Tokyo), to the list`,
		);
	});

	test('how many lists there are, and that times differ', async () => {
		const to = list('={{ $json.index ? "newsletter" : "product-updates" }}');
		expect(await hintOf({ list: to }, 'AB')).toMatch(
			/^Sent to 2 lists: "product-updates", "newsletter"\. It can't be taken back, and/,
		);
		const dates = { delivery: 'date', delayUntilDate: '={{ "2040-12-0" + (1 + $json.index) }}' };
		expect(await hintOf({ list: to, ...dates }, 'AB')).toMatch(/^Sent or scheduled to 2 lists: /);
	});

	test.each([
		[{ mode: 'list', cachedResultName: 'News (1,204 subscribers on 1 Dec)' }, '1,204 subscribers'],
		[{ mode: 'list', cachedResultName: 'News (1 subscriber on 28 Nov)' }, '1 subscriber'],
		[{ mode: 'list', cachedResultName: 'News' }, undefined],
		[{ mode: 'list', cachedResultName: 'News (5 subscribers)' }, undefined],
		[{ mode: 'name', cachedResultName: 'News (5 subscribers on 1 Dec)' }, undefined],
	])('how many subscribers n8n knew when the list was chosen: %j', async (choice, count) => {
		const hint = await hintOf({ list: { __rl: true, value: 'newsletter', ...choice } });
		const known = `Sent to the list "newsletter" (${count} on`;
		expect(hint.startsWith(known)).toBe(count !== undefined);
		expect(hint.includes('subscriber')).toBe(count !== undefined);
	});

	test('nothing if the list did not get it', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 400 });
		expect((await run('A', continued)).hints).toEqual([]);
	});
});
