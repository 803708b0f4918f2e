import type { Opened } from './usePages';

const LONG = 'x'.repeat(60);
const NEWS = `# Hello {{firstName}}

This month there is **much** to tell.

| Plan | Seats |
|---|---|
| Basic | 5 |
| Team | 25 |

[Read on](https://example.com/news)`;

/**
 * Something of everything that the pages can show, long words too, by way of the API.
 * @returns the address of a portal page
 */
export async function fillSandbox({
	sandbox,
	api,
}: Pick<Opened, 'sandbox' | 'api'>): Promise<{ portal: string }> {
	const { store, settings } = sandbox;
	store.addList({ name: LONG, title: `A list with a long name ${LONG}` });
	store.addContact({
		email: 'ada@example.com',
		name: 'Ada Example',
		userId: '42',
		languageCode: 'en_GB',
		subscribedToLists: ['newsletter'],
		customProperties: { company: 'Example', plan: 'team', seats: 25 },
	});
	store.addContact({
		email: `${LONG}@${LONG}.example.com`,
		name: LONG,
		avatarUrl: `https://example.com/${LONG}${LONG}`,
	});
	store.addContact({ email: 'bob@example.com', hardBouncedAt: '2026-01-01T00:00:00.000Z' });
	store.addContacts(60, { subscribedToLists: ['newsletter'] });

	await api.post('/email/transactional', {
		to: `${LONG}@${LONG}.example.com`,
		subject: `A long word: ${LONG}${LONG}`,
		body: `<table width="1200"><tr><td>A wide table with ${LONG}</table>`,
		bodyFormat: 'html',
	});
	await api.post('/email/list', {
		list: 'newsletter',
		subject: 'Soon, {{firstName}}',
		body: NEWS,
		delaySeconds: 60,
	});
	await api.post('/email/contact', {
		list: 'newsletter',
		contactEmail: 'ada@example.com',
		subject: 'News for {{firstName}}',
		body: NEWS,
	});
	const { data } = await api.post('/lists/portal_session', {
		contactEmail: 'ada@example.com',
		returnURL: 'https://example.com/account',
	});

	sandbox.faults.add({ endpoint: 'GET /lists', status: 503 });
	await api.get('/lists');
	await api.post('/contacts/delete', { email: LONG });
	settings.limit = 10;
	await Promise.all(Array.from({ length: 14 }, () => api.get('/lists')));
	return { portal: data.data.url };
}
