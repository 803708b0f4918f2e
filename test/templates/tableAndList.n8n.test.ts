import type { IDataObject } from 'n8n-workflow';
import type { SavedWorkflow } from '../../tools/n8n/N8nClient';
import { useDemo } from '../support/useDemo';
import { createExample } from './exampleOf';

jest.setTimeout(300_000);

const demo = useDemo();

const TABLE = 'Members of a test';

let workflow: SavedWorkflow;
/** Path of the table. */
let table: string;

const run = async () => {
	const execution = await demo.get().client.run(workflow, 'Every hour');
	expect(execution.status).toBe('success');
};

beforeAll(async () => {
	const { client, credential } = demo.get();
	workflow = await createExample(client, 'table-and-list.json', {
		mailroomApi: credential,
		table: TABLE,
	});
	// Creates the table.
	await run();
	const { id } = await client.request<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${id}/data-tables`;
	const { data } = await client.request<{ data: Array<{ id: string; name: string }> }>(
		'GET',
		tables,
	);
	table = `${tables}/${data.find(({ name }) => name === TABLE)?.id}`;
});

const empty = { name: '', plan: '', status: '', problem: '' };

const insert = async (...rows: IDataObject[]) => {
	const data = rows.map((row) => ({ ...empty, ...row }));
	await demo.get().client.request('POST', `${table}/insert`, { data });
};

const change = async (email: string, data: IDataObject) => {
	const filter = { type: 'and', filters: [{ columnName: 'email', condition: 'eq', value: email }] };
	await demo.get().client.request('PATCH', `${table}/rows`, { filter, data });
};

const savedRows = async () =>
	(await demo.get().client.request<{ data: IDataObject[] }>('GET', `${table}/rows`)).data;

/** e.g. `ada@example.com: subscribed`, with a problem behind it. */
const rows = async () => {
	const data = await savedRows();
	return Object.fromEntries(
		data.map(({ email, status, problem }) => [
			String(email).split('@')[0],
			[status, problem].filter(Boolean).join(': '),
		]),
	);
};

const lists = (name: string) =>
	demo.get().sandbox.store.findContact(`${name}@example.com`)?.subscribedToLists;

const requests = (method: string) =>
	demo.get().sandbox.journal.filter((request) => request.method === method).length;

test('rows become contacts, what becomes of them comes back, and nobody who has left is put back', async () => {
	const { store } = demo.get().sandbox;
	store.addContact({ email: 'left@example.com', subscribedToLists: [] });
	await insert(
		{ email: 'ada@example.com', name: 'Ada Example', plan: 'pro' },
		{ email: 'Grace@Example.com', name: 'Grace Example' },
		{ email: 'wrong', name: 'Nobody' },
		{ email: 'left@example.com' },
	);
	await run();
	expect(await rows()).toEqual({
		...{ ada: 'subscribed', Grace: 'subscribed', left: 'unsubscribed' },
		wrong: expect.stringMatching(/^"Email" isn't an email address: "wrong"/),
	});
	expect(store.findContact('ada@example.com')).toMatchObject({
		...{ name: 'Ada Example', customProperties: { plan: 'pro' } },
		subscribedToLists: ['important', 'newsletter'],
	});
	expect(lists('left')).toEqual(['important']);

	const ada = store.findContact('ada@example.com');
	const grace = store.findContact('grace@example.com');
	if (!ada || !grace) throw new Error('They are missing');
	ada.subscribedToLists = ['important'];
	grace.hardBouncedAt = '2026-12-01T10:00:00Z';
	await change('ada@example.com', { plan: 'free' });
	await change('wrong', { email: 'right@example.com' });
	await run();
	expect(await rows()).toEqual({
		...{ ada: 'unsubscribed', Grace: 'bounced', left: 'unsubscribed', right: 'subscribed' },
	});
	expect(store.findContact('ada@example.com')?.customProperties).toEqual({ plan: 'free' });
	expect(lists('ada')).toEqual(['important']);

	store.deleteContact('ada@example.com');
	for (let round = 0; round < 2; round++) {
		await run();
		expect(await rows()).toMatchObject({ ada: 'removed', right: 'subscribed' });
		expect(store.findContact('ada@example.com')).toBeUndefined();
	}

	ada.subscribedToLists = ['important', 'newsletter'];
	store.addContact(ada);
	await run();
	expect(await rows()).toMatchObject({ ada: 'subscribed' });
});

test('a run in which nothing has changed saves the rows in one request, and writes none back', async () => {
	await insert({ email: 'kim@example.com' }, { email: 'lee@example.com' });
	await run();
	const before = await savedRows();
	const writes = requests('POST');
	await run();
	expect(requests('POST') - writes).toBe(1);
	expect(await savedRows()).toEqual(before);
});

test('a row that is rejected keeps its status, and the reason stands beside it until it is saved', async () => {
	await insert({ email: 'rosa@example.com' }, { email: 'mary@example.com' });
	await run();
	const before = await rows();
	expect(before).toMatchObject({ rosa: 'subscribed', mary: 'subscribed' });
	await change('rosa@example.com', { name: 'Rosa', plan: 'pro' });
	const { faults } = demo.get().sandbox;
	faults.add({ endpoint: 'POST /contacts/create_many', status: 400, times: 50 });
	await run();
	const failed = expect.stringMatching(/^subscribed: .*\(status 400\)/);
	expect(await rows()).toMatchObject({ rosa: failed, mary: failed });
	faults.clear();
	await run();
	expect(await rows()).toEqual(before);
});
