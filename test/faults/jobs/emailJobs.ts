import { addresses } from './addresses';
import type { Data, DrawJob } from '../drawJobs';
import { rejectedIn } from '../rejectedIn';

/** An address that the node accepts and the service rejects. */
const REJECTED = 'nobody@example-.com';
const UNKNOWN_LIST = 'unknown';
const LISTS = ['newsletter', 'product-updates'];
const LIST = 'newsletter';
const STRANGER = 'stranger@example.com';
const ITEMS_WITH_THE_SAME_EMAIL = 3;

/** One email for each item, each with its own subject. */
export const sendTransactional: DrawJob = (dice) => ({
	name: 'email sendTransactional',
	items: Array.from({ length: 14 }, (_, index) => ({
		email: dice.chance(0.1) ? REJECTED : `person${index}@example.com`,
		text: `Receipt ${index}`,
	})),
	prepare() {},
	asks: ({ email, text }) => [`${text} to ${email}`],
	deeds: ({ to, subject }) => [`${subject} to ${to}`],
	done: ({ store }) => store.mails.map(({ to, subject }) => `${subject} to ${to}`),
	atMost: () => 1,
	isExpected: ({ email }, [json]) => json.success === true && json.to === email,
});

/** Emails to several contacts each. Neighboring items contain the same email, often for the same contact. */
export const sendToContacts = (isolateFailures: boolean): DrawJob =>
	sendTo({ contacts: addresses(12), itemCount: 40, isolateFailures });

/** Some emails to more contacts than fit into a request. An error names at most ten of an item. */
const sendToManyContacts: DrawJob = (dice) =>
	sendTo({
		contacts: addresses(dice.pick([12, 250])),
		itemCount: 15,
		most: dice.pick([4, 95]),
		isolateFailures: true,
	})(dice);

interface Mailing {
	contacts: string[];
	itemCount: number;
	/** Maximum number of contacts of an item. */
	most?: number;
	isolateFailures: boolean;
}

const sendTo =
	({ contacts, itemCount, most = 4, isolateFailures }: Mailing): DrawJob =>
	(dice) => {
		const items = Array.from({ length: itemCount }, (_, index) => ({
			email: [
				...dice.shuffled(contacts).slice(0, dice.integer(1, most)),
				...(dice.chance(0.05) ? [STRANGER] : []),
			],
			list: LIST,
			text: `News ${Math.floor(index / ITEMS_WITH_THE_SAME_EMAIL)}`,
		}));
		const asks = ({ email, text }: Data) =>
			(email as string[]).map((address) => `${text} to ${address}`);
		const asked = items.flatMap(asks);

		return {
			name: 'email sendToContacts',
			parameters: { options: { isolateFailures } },
			items,
			prepare({ store }) {
				for (const email of contacts) store.addContact({ email, subscribedToLists: [LIST] });
				store.addContact({ email: STRANGER });
			},
			asks,
			deeds: ({ contactEmail, contactEmails = [String(contactEmail)], subject }) =>
				contactEmails.map((address) => `${subject} to ${address}`),
			done: ({ store }) => store.mails.map(({ to, subject }) => `${subject} to ${to}`),
			atMost: (deed) => asked.filter((other) => other === deed).length,
			statusOf(deed, message) {
				const whatFailed = message.includes('may or may not') ? 'inDoubt' : 'failed';
				const isNamed = (label: string) =>
					new RegExp(`${label} ([^;)]*)`)
						.exec(message)?.[1]
						.split(', ')
						.some((address) => deed.endsWith(` to ${address}`));
				if (isNamed('in doubt for')) return 'inDoubt';
				if (['rejected for', 'not sent to', 'not tried for'].some(isNamed)) return 'failed';
				// An error doesn't name them all.
				if (/ and [\d,]+ more[;)]/.test(message)) return 'inDoubt';
				return message.includes('(accepted for') ? 'accepted' : whatFailed;
			},
			skipsRejected: isolateFailures,
			isExpected: ({ email }, [json]) => {
				const rejected = rejectedIn(json);
				const reached = (email as string[]).filter((address) => !rejected.includes(address));
				return json.success === true && String(json.contactEmails) === String(reached);
			},
		};
	};

/** Newsletters, some of them twice. */
export const sendToList: DrawJob = (dice) => {
	const subscribers = addresses(3);
	const items = Array.from({ length: 16 }, () => ({
		list: dice.chance(0.1) ? UNKNOWN_LIST : dice.pick(LISTS),
		text: `Newsletter ${dice.integer(1, 6)}`,
	}));
	const asks = ({ list, text }: Data) =>
		subscribers.map((address) => `${text} on ${list} to ${address}`);

	return {
		name: 'email sendToList',
		parameters: { options: { severalEmails: 'sendDifferent' } },
		items,
		prepare({ store }) {
			for (const email of subscribers) {
				store.addContact({ email, subscribedToLists: LISTS });
			}
		},
		asks,
		deeds: ({ list, subject }) => asks({ list, text: subject }),
		done: ({ store }) =>
			store.mails.map(({ to, list, subject }) => `${subject} on ${list} to ${to}`),
		atMost: () => 1,
		isExpected: ({ list }, [json]) => json.success === true && json.list === list,
	};
};

/**
 * Sends with a Send Once Key. Over two executions, each recipient gets each email once or is reported as in doubt.
 *
 * @param isRejected whether the service always rejects a deed
 */
const withKey =
	(draw: DrawJob, isRejected: (deed: string) => boolean): DrawJob =>
	(dice) => {
		const job = draw(dice);
		const { options = {} } = job.parameters ?? {};
		return {
			...job,
			parameters: {
				...job.parameters,
				options: { ...(options as object), sendOnceKey: '={{ $json.text }}' },
			},
			atMost: () => 1,
			isRejected,
		};
	};

/** The sends with a Send Once Key. */
export const keyedSends: DrawJob[] = [
	withKey(sendTransactional, (deed) => deed.endsWith(REJECTED)),
	withKey(sendToManyContacts, (deed) => deed.endsWith(STRANGER)),
	withKey(sendToList, (deed) => deed.includes(` on ${UNKNOWN_LIST} `)),
];
