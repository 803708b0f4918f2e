import { IndiePitcher } from 'indiepitcher';
import { leadToSandbox } from './leadToSandbox';
import { openSandbox } from './openSandbox';

/** Of the service, fixed in its SDK. */
const HOST = 'https://api.indiepitcher.com';
/** Its methods that users don't call. */
const INTERNAL = ['constructor', 'fetchRequest', 'get', 'post', 'put', 'patch', 'delete'];

type Opened = Awaited<ReturnType<typeof openSandbox>>;

const called = new Set<string>();
let sandbox: Opened['sandbox'];
let anonymous: Opened['anonymous'];
let sdk: IndiePitcher;
let putBack: () => void;

/** The SDK of the service, unchanged, with a list of the methods that were called. */
const watched = (client: IndiePitcher) =>
	new Proxy(client, {
		get(target, name, receiver) {
			called.add(String(name));
			return Reflect.get(target, name, receiver);
		},
	});

beforeAll(async () => {
	({ sandbox, anonymous } = await openSandbox());
	putBack = await leadToSandbox(HOST, sandbox.origin);
});
afterAll(async () => {
	putBack();
	await sandbox.close();
});
beforeEach(() => {
	sandbox.reset();
	sdk = watched(new IndiePitcher(sandbox.apiKey));
});

const ada = {
	email: 'ada@example.com',
	userId: '1815',
	name: 'Ada Example',
	avatarUrl: 'https://example.com/ada.png',
	languageCode: 'en_US',
	customProperties: { company: 'Engines', seats: 2 },
};
/** As its README writes it. */
const GREETING = 'Hello {{firstName|default:"there"}}';
const content = { subject: GREETING, body: `${GREETING}, **hi**`, bodyFormat: 'markdown' } as const;
const subjects = () => sandbox.store.mails.map(({ to, subject }) => [to, subject]);

describe("the service's Node SDK", () => {
	test('adds a contact, updates it, finds it on the page of contacts, and deletes it', async () => {
		const lists = { subscribedToLists: ['newsletter'] };
		const added = await sdk.addContact({ ...ada, ...lists });
		const stored = {
			...ada,
			userId: 1815,
			languageCode: 'en-US',
			hardBouncedAt: null,
			subscribedToLists: ['important', 'newsletter'],
		};
		expect(added).toEqual({ success: true, data: stored });

		sandbox.store.leaveList(ada.email, 'newsletter');
		const change = { email: ada.email, name: 'Ada', updateIfExists: true, ...lists };
		const { data: updated } = await sdk.addContact(change);
		expect(updated).toEqual({ ...stored, name: 'Ada', subscribedToLists: ['important'] });

		expect(await sdk.listContacts()).toEqual({
			success: true,
			data: [updated],
			metadata: { page: 1, per: 10, total: 1 },
		});
		expect(await sdk.deleteContact(ada.email)).toEqual({ success: true });
		expect((await sdk.listContacts()).data).toEqual([]);
	});

	test('lists the mailing lists', async () => {
		sandbox.store.addContact({ email: ada.email, subscribedToLists: ['newsletter'] });
		const { data, metadata } = await sdk.listMailingLists();
		expect(data).toContainEqual({ name: 'newsletter', title: 'Newsletter', numSubscribers: 1 });
		expect(metadata).toEqual({ page: 1, per: 10, total: data.length });
	});

	test('makes a portal session, whose page opens', async () => {
		sandbox.store.addContact(ada);
		const returnURL = 'https://example.com/account';
		const { data } = await sdk.createMailingListsPortalSession(ada.email, returnURL);
		expect(data).toEqual({ url: expect.any(String), expiresAt: expect.any(String), returnURL });
		expect(new Date(data.expiresAt).getTime()).toBeGreaterThan(Date.now());
		expect((await anonymous.get(data.url)).status).toBe(200);
	});

	test('sends to an address, to contacts and to a list, now and later, with tags filled in', async () => {
		const [grace, list] = ['grace@example.com', 'newsletter'];
		sandbox.store.addContact({ ...ada, subscribedToLists: [list] });
		sandbox.store.addContact({ email: grace, subscribedToLists: [list] });
		const toBoth = { contactEmails: [ada.email, grace], list: 'important' };
		const later = { delayUntilDate: '2030-01-01T00:00:00Z' };
		for (const response of [
			await sdk.sendEmail({ ...content, to: ada.email }),
			await sdk.sendEmailToContact({ ...content, contactEmail: ada.email, list }),
			await sdk.sendEmailToContact({ ...content, ...toBoth, delaySeconds: 60 }),
			await sdk.sendEmailToMailingList({ ...content, ...later, list }),
		]) {
			expect(response).toEqual({ success: true });
		}
		const greeted = [
			[ada.email, 'Hello Ada'],
			[grace, 'Hello there'],
		];
		expect(subjects()).toEqual([[ada.email, GREETING], greeted[0], ...greeted, ...greeted]);
		expect(sandbox.store.mails.at(-1)?.sendAt).toBe('2030-01-01T00:00:00.000Z');
	});

	test.each([
		[
			'a wrong API key',
			() => watched(new IndiePitcher('another-key')).listMailingLists(),
			{ statusCode: 401, message: 'Unauthorized' },
		],
		[
			'a contact that does not exist',
			() => sdk.deleteContact('nobody@example.com'),
			{ statusCode: 404, message: 'There is no contact nobody@example.com' },
		],
	])('reads the reason of a refusal: %s', async (_case, act, refusal) => {
		await expect(act()).rejects.toMatchObject(refusal);
	});

	test('has nothing that these tests leave out', () => {
		const methods = Object.getOwnPropertyNames(IndiePitcher.prototype);
		expect(methods.filter((name) => !INTERNAL.includes(name) && !called.has(name))).toEqual([]);
	});
});
