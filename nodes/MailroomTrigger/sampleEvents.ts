import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { contactFields } from '../Mailroom/parameters/contactFields';
import {
	DEFAULT_LIST,
	hasBounced,
	isJsonObject,
	listsOfContact,
	RECORDS_PER_PAGE,
} from '../Mailroom/service';
import { createClient } from '../Mailroom/transport/createClient';
import type { Hold } from '../Mailroom/transport/gate/Hold';
import { isFailed, type Failed } from '../Mailroom/transport/Outcome';
import { responseRecords } from '../Mailroom/transport/responseData';
import { RequestGroup } from '../Mailroom/transport/gate/RequestGroup';
import { contactEvent, type Change } from './contactEvent';
import { isWanted, type EventFilter, type EventName } from './eventFilter';

const MAX_REQUESTS = 2;

const ORIGIN = { salt: 'sample', generation: 0 };

/** One for each event. Workflows act on them, so a real contact is only shown with what is true of it. */
export async function sampleEvents(
	context: IPollFunctions,
	filter: EventFilter,
): Promise<IDataObject[] | Failed> {
	const contacts = await firstContacts(context);
	if (isFailed(contacts)) return contacts;
	const now = new Date().toISOString();
	return [...filter.events].map((event) => {
		const change =
			trueChange(event, contacts, filter) ?? inventedChange(event, { contacts, filter, now });
		return { sample: true, ...contactEvent(change, ORIGIN, now) };
	});
}

async function firstContacts(context: IPollFunctions): Promise<IDataObject[] | Failed> {
	const client = await createClient(context, new RequestGroup());
	const qs = { page: 1, per: RECORDS_PER_PAGE };
	const request = { method: 'GET', url: '/contacts', qs, idempotency: 'safe' } as const;
	let requests = 0;
	const hold: Hold = {
		// A user waits in the editor, so a second 429 is not waited out.
		start: () => (++requests > MAX_REQUESTS ? TOO_MANY_REQUESTS : 'go'),
	};
	const response = await client.send({ ...request, maxRetries: 1 }, [hold]);
	if (!response || isFailed(response)) return response ?? TOO_MANY_REQUESTS;
	const contacts = responseRecords(response.result);
	if (isFailed(contacts)) return contacts;
	return contacts.filter(({ email }) => typeof email === 'string' && email.trim() !== '');
}

const TOO_MANY_REQUESTS: Failed = {
	kind: 'notSent',
	problem: 'The service has responded "too many requests" (status 429)',
	advice: 'Try again later.',
	concerns: 'request',
};

function trueChange(
	event: EventName,
	contacts: IDataObject[],
	filter: EventFilter,
): Change | undefined {
	const changes = contacts.flatMap((contact): Change[] => {
		if (event === 'contactAdded' || (event === 'bounced' && hasBounced(contact)))
			return [{ event, contact }];
		if (event !== 'subscribed') return [];
		return [...listsOfContact(contact)].map((list) => ({ event, list, contact }));
	});
	return changes.find((change) => isWanted(change, filter));
}

function inventedChange(
	event: EventName,
	{ contacts, filter, now }: { contacts: IDataObject[]; filter: EventFilter; now: string },
): Change {
	const email = 'sample@example.com';
	if (event === 'contactRemoved') return { event, contact: { email } };
	const isOfList = event === 'subscribed' || event === 'unsubscribed';
	const list = isOfList ? (filter.lists?.[0] ?? listOf(contacts)) : undefined;
	const joined = event === 'subscribed' && list !== undefined ? [list] : [];
	const contact = {
		email,
		...Object.fromEntries(contactFields.map(({ name, sample }) => [name, sample])),
		hardBouncedAt: event === 'bounced' ? now : null,
		subscribedToLists: [...new Set([DEFAULT_LIST, ...joined])],
		customProperties: inventedProperties(contacts),
	};
	return { event, list, contact };
}

function listOf(contacts: IDataObject[]): string {
	const lists = contacts.flatMap((contact) => [...listsOfContact(contact)]);
	return lists.find((list) => list !== DEFAULT_LIST) ?? 'newsletter';
}

/** Under the names that the project has. */
function inventedProperties(contacts: IDataObject[]): IDataObject {
	const real = contacts.flatMap(({ customProperties }) =>
		isJsonObject(customProperties) ? Object.entries(customProperties) : [],
	);
	const numbers = new Set(
		real.filter(([, value]) => typeof value === 'number').map(([name]) => name),
	);
	return Object.fromEntries(real.map(([name]) => [name, numbers.has(name) ? 1 : 'sample']));
}
