import { addresses } from './addresses';
import type { Data, DrawJob } from '../drawJobs';

const LIST = 'newsletter';
export const STRANGER = 'stranger@example.com';
const ITEMS_WITH_THE_SAME_EMAIL = 3;

/** Emails to several contacts each. Neighboring items contain the same email, often for the same contact. */
export const sendToContacts = (isolateFailures: boolean): DrawJob =>
	sendTo({ contacts: addresses(12), itemCount: 40, isolateFailures });

/** Some emails to more contacts than fit into a request. An error names at most a hundred of an item. */
export const sendToManyContacts: DrawJob = (dice) =>
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
				return message.includes('(accepted for') ? 'accepted' : whatFailed;
			},
			isExpected: ({ email }, [json]) =>
				json.success === true && String(json.contactEmails) === String(email),
		};
	};
