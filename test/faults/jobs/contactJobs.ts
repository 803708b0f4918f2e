import { addresses } from './addresses';
import type { Data, DrawJob } from '../drawJobs';
import type { ItemStatus } from '../../support/fatesOfAccount';
import type { Store } from '../../../sandbox/store/Store';

const NOBODY = 'nobody@example.com';

const addAll = (store: Store, emails: string[]) => {
	for (const email of emails) store.addContact({ email });
};

/** Each gives a contact a name of its own. */
const naming = {
	asks: ({ email, text }: Data) => [`${email} is ${text}`],
	deeds: ({ email, name }: { email?: string; name?: string }) => [`${email} is ${name}`],
};

/** Contacts; the same address comes again and again, so that there are many calls. */
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
		isAnswered: ({ email }, [json]) => json.success === true && json.email === email,
	};
};

/** As with create, but the last value of a contact is to stay, and a call may be repeated. */
export const upsertContacts: DrawJob = (dice) => {
	const { atMost, ...job } = createContacts(dice);
	return {
		...job,
		name: 'contact upsert',
		wrongState: (fates, { store }) => wrongNames(job.items, fates, store),
	};
};

/** New names for contacts, some of them several times, some of them nobody's. */
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
		isAnswered: ({ email, text }, [json]) => json.email === email && json.name === text,
		wrongState: (fates, { store }) => wrongNames(items, fates, store),
	};
};

/** Contacts to delete, some of which never were. */
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
		isAnswered: ({ email }, [json]) => json.deleted === true && json.email === email,
		wrongState: (fates, { store }) =>
			items
				.filter(({ email }, index) => fates[index] === 'accepted' && store.findContact(email))
				.map(({ email }) => `${email} is still there`),
	};
};

/** Contacts to find, some of which are not there. */
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
		isAnswered: ({ email }, [json]) => json.email === email,
	};
};

/** The contacts, nameless before, whose name is not the one that the last accepted item gave them, or one in doubt after that. */
function wrongNames(items: Data[], fates: ItemStatus[], store: Store) {
	const possible = new Map<string, unknown[]>();
	for (const [index, { email, text }] of items.entries()) {
		const before = possible.get(String(email)) ?? [undefined];
		if (fates[index] === 'accepted') possible.set(String(email), [text]);
		if (fates[index] === 'inDoubt') possible.set(String(email), [...before, text]);
	}
	return [...possible].flatMap(([email, names]) => {
		const name = store.findContact(email)?.name;
		return names.includes(name) ? [] : [`${email} is ${name}, not ${names.join(' or ')}`];
	});
}
