import { addresses } from './addresses';
import type { OperationName } from '../../support/operations';
import type { ItemStatus } from '../../support/statusesInAccount';
import type { Store } from '../../../sandbox/store/Store';
import type { Data, DrawJob, Job } from '../drawJobs';

const NOBODY = 'nobody@example.com';
const RECORDS = 18;
const RECORDS_PER_PAGE = 5;

const addAll = (store: Store, emails: string[]) => {
	for (const email of emails) store.addContact({ email });
};

/** Each item gives a contact a different name. */
const naming = {
	asks: ({ email, text }: Data) => [`${email} is ${text}`],
	deeds: ({ email, name }: { email?: string; name?: string }) => [`${email} is ${name}`],
};

/** Contacts with repeated addresses, which need many requests. */
export const createContacts: DrawJob = (dice) => {
	const emails = addresses(8);
	return {
		name: 'contact create',
		items: Array.from({ length: 40 }, (_, index) => ({
			email: dice.pick(emails),
			text: `Name ${index}`,
			list: dice.chance(0.04) ? 'unknown' : 'newsletter',
		})),
		prepare() {},
		asks: naming.asks,
		deeds: ({ contacts = [] }) => contacts.flatMap(naming.deeds),
		atMost: () => 1,
		isExpected: ({ email }, [json]) => json.success === true && json.email === email,
	};
};

/** Like create, but a contact keeps its last value, and requests may be repeated. */
export const upsertContacts: DrawJob = (dice) => {
	const { atMost, ...job } = createContacts(dice);
	return {
		...job,
		name: 'contact upsert',
		wrongState: (statuses, { store }) => wrongNames(job.items, statuses, store),
	};
};

/** New names for contacts. Some contacts occur several times, and some don't exist. */
export const updateContacts: DrawJob = (dice) => {
	const emails = addresses(9);
	const items = Array.from({ length: 16 }, (_, index) => ({
		email: dice.chance(0.1) ? NOBODY : dice.pick(emails),
		text: `Name ${index}`,
	}));
	return {
		name: 'contact update',
		items,
		prepare: ({ store }) => addAll(store, emails),
		...naming,
		isExpected: ({ email, text }, [json]) => json.email === email && json.name === text,
		wrongState: (statuses, { store }) => wrongNames(items, statuses, store),
	};
};

/** Contacts to delete. Some don't exist. */
export const deleteContacts: DrawJob = (dice) => {
	const items = Array.from({ length: 14 }, (_, index) => ({
		email: `person${index}@example.com`,
		exists: dice.chance(0.85),
	}));
	const existing = items.filter(({ exists }) => exists).map(({ email }) => email);
	return {
		name: 'contact delete',
		items,
		prepare: ({ store }) => addAll(store, existing),
		asks: ({ email, exists }) => (exists ? [`no ${email}`] : []),
		deeds: ({ email }) => [`no ${email}`],
		isExpected: ({ email }, [json]) => json.deleted === true && json.email === email,
		wrongState: (statuses, { store }) =>
			items
				.filter(({ email }, index) => statuses[index] === 'accepted' && store.findContact(email))
				.map(({ email }) => `${email} is still there`),
	};
};

/** Contacts to get. Some don't exist. */
export const getContacts: DrawJob = (dice) => {
	const emails = addresses(6);
	return {
		name: 'contact get',
		items: Array.from({ length: 14 }, () => ({
			email: dice.chance(0.1) ? NOBODY : dice.pick(emails),
		})),
		prepare: ({ store }) => addAll(store, emails),
		asks: () => [],
		deeds: () => [],
		isExpected: ({ email }, [json]) => json.email === email,
	};
};

/** Contacts whose name is neither that of the last accepted item nor that of a later item in doubt. */
function wrongNames(items: Data[], statuses: ItemStatus[], store: Store) {
	const possible = new Map<string, unknown[]>();
	for (const [index, { email, text }] of items.entries()) {
		const before = possible.get(String(email)) ?? [undefined];
		if (statuses[index] === 'accepted') possible.set(String(email), [text]);
		if (statuses[index] === 'inDoubt') possible.set(String(email), [...before, text]);
	}
	return [...possible].flatMap(([email, names]) => {
		const name = store.findContact(email)?.name;
		return names.includes(name) ? [] : [`${email} is ${name}, not ${names.join(' or ')}`];
	});
}

/** Portal sessions, each with its own return URL. */
export const createPortalSessions: DrawJob = (dice) => {
	const emails = addresses(3);
	return {
		name: 'portalSession create',
		parameters: { returnUrl: '={{ $json.returnUrl }}' },
		items: Array.from({ length: 10 }, (_, index) => ({
			email: dice.chance(0.1) ? NOBODY : dice.pick(emails),
			returnUrl: `https://example.com/${index}`,
		})),
		prepare: ({ store }) => addAll(store, emails),
		asks: ({ returnUrl }) => [`session ${returnUrl}`],
		deeds: ({ returnURL }) => [`session ${returnURL}`],
		done: ({ store }) =>
			[...store.portalSessions.values()].map(({ returnURL }) => `session ${returnURL}`),
		atMost: () => 1,
		isExpected: ({ returnUrl }, [json]) => json.returnURL === returnUrl,
	};
};

/**
 * All records of several pages, for each of three items.
 *
 * @param identity the field that identifies a record
 */
const getRecords = (name: OperationName, identity: string, fill: (store: Store) => void): Job => ({
	name,
	parameters: { returnAll: true },
	items: [{}, {}, {}],
	prepare({ store, settings }) {
		settings.maxPer = RECORDS_PER_PAGE;
		fill(store);
	},
	asks: () => [],
	deeds: () => [],
	isExpected: (_, records) =>
		records.length === RECORDS &&
		new Set(records.map((record) => record[identity])).size === RECORDS,
});

export const getAllContacts: DrawJob = () =>
	getRecords('contact getAll', 'email', (store) => store.addContacts(RECORDS));

export const getAllLists: DrawJob = () =>
	getRecords('mailingList getAll', 'name', (store) => {
		for (let number = store.lists.size; number < RECORDS; number++) {
			store.addList({ name: `list-${number}`, title: `List ${number}` });
		}
	});
