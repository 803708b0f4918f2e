import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import type { SavedExecution, SavedWorkflow } from '../../tools/n8n/N8nClient';
import { useDemo } from '../support/useDemo';
import { createExample, enterSettings } from './exampleOf';

jest.setTimeout(600_000);

const demo = useDemo();

const TRIGGER = 'Every morning';
const ENDPOINT = 'POST /email/contact';

const WELCOME = 'Welcome!';
const FIRST_STEPS = 'Your first steps';
const QUESTIONS = 'Any questions?';
const BIRTHDAY = 'Happy birthday!';
const RENEWAL = 'Your membership renews soon';

let workflow: SavedWorkflow;

beforeEach(async () => {
	const { client, sandbox, credential } = demo.get();
	for (const name of ['joinedOn', 'birthday', 'renewsOn'])
		sandbox.store.defineProperty(name, 'string');
	workflow = await createExample(client, 'emails-by-date.json', { mailroomApi: credential });
});

const add = (name: string, customProperties: Record<string, string>, lists = ['newsletter']) =>
	demo.get().sandbox.store.addContact({
		...{ email: `${name}@example.com`, customProperties, subscribedToLists: lists },
	});

/** The execution of a morning, and its emails, such as `ada: Welcome!`. */
const morning = async (today: string, settings: Record<string, string> = {}) => {
	const { client, sandbox } = demo.get();
	await enterSettings(client, workflow, { today, onlyTo: '', ...settings });
	const { length } = sandbox.store.mails;
	const execution = await client.run(workflow, TRIGGER);
	return { execution, mails: mailsFrom(length) };
};

const mailsFrom = (start: number) =>
	demo
		.get()
		.sandbox.store.mails.slice(start)
		.map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`)
		.sort();

/** The emails of each morning that had some. */
const mornings = async (first: string, count: number) => {
	const days: Record<string, string[]> = {};
	for (let day = 0; day < count; day++) {
		const today = String(DateTime.fromISO(first).plus({ days: day }).toISODate());
		const { execution, mails } = await morning(today);
		expect(execution.status).toBe('success');
		if (mails.length > 0) days[today] = mails;
	}
	return days;
};

test('in a month of a leap year, each email goes out on its day, once', async () => {
	add('ada', { joinedOn: '2028-02-20' });
	add('time', { joinedOn: '2028-02-20T12:00:00Z' });
	add('leap', { birthday: '1992-02-29' });
	add('march', { birthday: '03-01' });
	add('member', { renewsOn: '2028-03-14' });
	add('undated', { joinedOn: 'soon', birthday: '', renewsOn: 'never' });
	add('elsewhere', { joinedOn: '2028-02-20' }, ['product-updates']);
	const bounced = add('bounced', { joinedOn: '2028-02-20' });
	bounced.hardBouncedAt = '2028-01-01T10:00:00Z';

	expect(await mornings('2028-02-14', 31)).toEqual({
		'2028-02-20': [`ada: ${WELCOME}`, `time: ${WELCOME}`],
		'2028-02-23': [`ada: ${FIRST_STEPS}`, `time: ${FIRST_STEPS}`],
		'2028-02-29': [`leap: ${BIRTHDAY}`, `member: ${RENEWAL}`],
		'2028-03-01': [`ada: ${QUESTIONS}`, `march: ${BIRTHDAY}`, `time: ${QUESTIONS}`],
	});
});

test('without 29 February, its birthdays are on the 28th, and each year has its own', async () => {
	add('leap', { birthday: '1992-02-29' });
	expect(await mornings('2027-02-27', 4)).toEqual({ '2027-02-28': [`leap: ${BIRTHDAY}`] });
	expect(await mornings('2028-02-28', 3)).toEqual({ '2028-02-29': [`leap: ${BIRTHDAY}`] });
});

test('two days without n8n are made up for, also at the turn of the year; later nothing is', async () => {
	add('ada', { joinedOn: '2026-12-30' });
	add('eve', { birthday: '1992-12-31' });
	add('late', { birthday: '1992-12-29' });
	expect(await mornings('2026-12-28', 1)).toEqual({});
	expect(await mornings('2027-01-01', 3)).toEqual({
		'2027-01-01': [`ada: ${WELCOME}`, `eve: ${BIRTHDAY}`],
		'2027-01-02': [`ada: ${FIRST_STEPS}`],
	});
});

test('who leaves the list gets nothing more', async () => {
	const ada = add('ada', { joinedOn: '2027-05-01' });
	expect(await mornings('2027-05-01', 1)).toEqual({ '2027-05-01': [`ada: ${WELCOME}`] });
	ada.subscribedToLists = ['important'];
	expect(await mornings('2027-05-02', 12)).toEqual({});
});

test('while the test address is set, nobody else gets an email', async () => {
	add('ada', { joinedOn: '2027-05-01' });
	add('grace', { joinedOn: '2027-05-01' });
	const { mails } = await morning('2027-05-01', { onlyTo: ' ADA@example.com' });
	expect(mails).toEqual([`ada: ${WELCOME}`]);
	expect((await morning('2027-05-02')).mails).toEqual([`grace: ${WELCOME}`]);
});

describe('after a failure', () => {
	const retried = async ({ id, status }: SavedExecution) => {
		expect(status).toBe('error');
		const { length } = demo.get().sandbox.store.mails;
		const { status: after } = await demo.get().client.retry(id);
		return { status: after, mails: mailsFrom(length) };
	};

	test('a Retry sends to those who were not reached, and the next morning to nobody twice', async () => {
		add('ada', { joinedOn: '2027-05-01' });
		add('eve', { birthday: '05-01' });
		demo.get().sandbox.faults.add({ endpoint: ENDPOINT, status: 401 });
		const { execution, mails } = await morning('2027-05-01');
		expect(mails).toEqual([]);
		expect(await retried(execution)).toEqual({
			...{ status: 'success', mails: [`ada: ${WELCOME}`, `eve: ${BIRTHDAY}`] },
		});
		expect(await mornings('2027-05-02', 2)).toEqual({});
	});

	test('an email that may have been sent counts as sent, and the others follow', async () => {
		add('ada', { joinedOn: '2027-05-01' });
		add('eve', { birthday: '05-01' });
		demo.get().sandbox.faults.add({ endpoint: ENDPOINT, status: 503, afterActing: true });
		const { execution, mails } = await morning('2027-05-01');
		expect(mails).toEqual([`ada: ${WELCOME}`]);
		expect(await retried(execution)).toEqual({ status: 'success', mails: [`eve: ${BIRTHDAY}`] });
		expect(await mornings('2027-05-02', 2)).toEqual({});
	});

	test('without a Retry, the next morning makes up for it', async () => {
		add('ada', { joinedOn: '2027-05-01' });
		demo.get().sandbox.faults.add({ endpoint: ENDPOINT, status: 401 });
		expect((await morning('2027-05-01')).execution.status).toBe('error');
		expect(await mornings('2027-05-02', 2)).toEqual({ '2027-05-02': [`ada: ${WELCOME}`] });
	});

	test('a rejected recipient stops nobody else', async () => {
		for (const name of ['ada', 'grace', 'joan']) add(name, { joinedOn: '2027-05-01' });
		const { faults } = demo.get().sandbox;
		faults.add({
			endpoint: ENDPOINT,
			status: 400,
			body: { reason: 'contactEmails[1] is not valid' },
		});
		faults.add({ endpoint: ENDPOINT, status: 400, body: { reason: 'not valid' }, skip: 1 });
		const { execution, mails } = await morning('2027-05-01');
		expect(execution.status).toBe('success');
		expect(mails).toHaveLength(2);
	});
});

test("the guide's first section: only contacts of a list with a property are emailed", async () => {
	const { client, credential, sandbox } = demo.get();
	sandbox.store.defineProperty('city', 'string');
	add('toronto', { city: 'Toronto' });
	add('berlin', { city: 'Berlin' });
	add('nowhere', {});
	add('elsewhere', { city: 'Toronto' }, ['product-updates']);
	add('bounced', { city: 'Toronto' }).hardBouncedAt = '2026-01-01T10:00:00Z';
	const condition = {
		...{ id: '1', leftValue: '={{ $json.customProperties.city }}', rightValue: 'Toronto' },
		operator: { type: 'string', operation: 'equals' },
	};
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	const list = { __rl: true, mode: 'name', value: 'newsletter' };
	const steps: Array<[name: string, type: string, version: number, parameters: object]> = [
		['Start', 'n8n-nodes-base.manualTrigger', 1, {}],
		[
			...(['Get many contacts', 'n8n-nodes-mailroom.mailroom', 1] as const),
			{
				...{ resource: 'contact', operation: 'getAll', returnAll: true },
				filters: { onLists: ['newsletter'], hardBounced: false },
			},
		],
		[
			...(['Filter', 'n8n-nodes-base.filter', 2.2] as const),
			{ conditions: { options, combinator: 'and', conditions: [condition] }, options: {} },
		],
		[
			...(['Send', 'n8n-nodes-mailroom.mailroom', 1] as const),
			{
				...{ resource: 'email', operation: 'sendToContacts', list },
				...{ contactEmails: '={{ $json.email }}', subject: 'Toronto', body: 'Hi' },
			},
		],
	];
	const created = await client.createWorkflow({
		name: 'Only readers in Toronto',
		nodes: steps.map(([name, type, typeVersion, parameters], index) => ({
			...{ id: randomUUID(), name, type, typeVersion, parameters, position: [index * 224, 0] },
			...(type.endsWith('.mailroom') && { credentials: { mailroomApi: credential } }),
		})),
		connections: Object.fromEntries(
			steps
				.slice(1)
				.map(([node], index) => [steps[index][0], { main: [[{ node, type: 'main', index: 0 }]] }]),
		),
		settings: { executionOrder: 'v1' },
	});
	expect(await client.run(created, 'Start')).toMatchObject({ status: 'success' });
	expect(mailsFrom(0)).toEqual(['toronto: Toronto']);
});

test('a day begins where the workflow is', async () => {
	const { client, sandbox } = demo.get();
	const zone = 'Pacific/Auckland';
	const now = DateTime.now().setZone(zone);
	const { id } = workflow;
	const saved = await client.request<{ settings: object }>('GET', `/workflows/${id}`);
	await client.request('PATCH', `/workflows/${id}`, {
		settings: { ...saved.settings, timezone: zone },
	});
	await enterSettings(client, workflow, { onlyTo: '' });
	add('today', { joinedOn: String(now.toISODate()) });
	add('early', { joinedOn: String(now.startOf('day').plus({ minutes: 1 }).toUTC().toISO()) });
	add('tomorrow', { joinedOn: String(now.plus({ days: 2 }).toISODate()) });
	await client.run(workflow, TRIGGER);
	expect(sandbox.store.mails.map(({ to }) => to.split('@')[0]).sort()).toEqual(['early', 'today']);
});
