import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { contactFields } from '../Mailroom/parameters/contactFields';
import { DEFAULT_LIST, isJsonObject, listsOfContact, RECORDS_PER_PAGE } from '../Mailroom/service';
import { createClient } from '../Mailroom/client/createClient';
import type { Hold } from '../Mailroom/transport/gate/Hold';
import { isFailed, type Failed } from '../Mailroom/transport/Outcome';
import { responseRecords } from '../Mailroom/transport/failure/responseData';
import { RequestGroup } from '../Mailroom/transport/gate/RequestGroup';
import { contactEvent } from './contactEvent';
import type { EventFilter } from './eventFilter';
import type { EventName } from './events';

const MAX_REQUESTS = 2;

const ORIGIN = { salt: 'sample', generation: 0 };

const EMAIL = 'sample@example.com';

/** One for each event. Workflows act on them, so the contact is made up, with the names of the project's lists and custom properties. */
export async function sampleEvents(
	context: IPollFunctions,
	{ events, lists }: EventFilter,
): Promise<IDataObject[] | Failed> {
	const contacts = await firstContacts(context);
	if (isFailed(contacts)) return contacts;
	const now = new Date().toISOString();
	const customProperties = sampleProperties(contacts);
	return [...events].map((event) => {
		const isOfList = event === 'subscribed' || event === 'unsubscribed';
		const list = isOfList ? (lists?.[0] ?? listOf(contacts)) : undefined;
		const contact = sampleContact(event, { list, now, customProperties });
		return { sample: true, ...contactEvent({ event, list, contact }, ORIGIN, now) };
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
	return responseRecords(response.result);
}

const TOO_MANY_REQUESTS: Failed = {
	kind: 'notSent',
	problem: 'The service has responded "too many requests" (status 429)',
	advice: 'Try again later.',
	scope: 'request',
};

function sampleContact(
	event: EventName,
	{ list, now, customProperties }: { list?: string; now: string; customProperties: IDataObject },
): IDataObject {
	if (event === 'contactRemoved') return { email: EMAIL };
	const joined = event === 'subscribed' && list !== undefined ? [list] : [];
	return {
		email: EMAIL,
		...Object.fromEntries(contactFields.map(({ name, sample }) => [name, sample])),
		hardBouncedAt: event === 'bounced' ? now : null,
		subscribedToLists: [...new Set([DEFAULT_LIST, ...joined])],
		customProperties,
	};
}

function listOf(contacts: IDataObject[]): string {
	const lists = contacts.flatMap((contact) => [...(listsOfContact(contact) ?? [])]);
	return lists.find((list) => list !== DEFAULT_LIST) ?? 'newsletter';
}

/** Only the names and the types are the project's. */
function sampleProperties(contacts: IDataObject[]): IDataObject {
	const real = contacts.flatMap(({ customProperties }) =>
		isJsonObject(customProperties) ? Object.entries(customProperties) : [],
	);
	const numbers = new Set(
		real.filter(([, value]) => typeof value === 'number').map(([name]) => name),
	);
	return Object.fromEntries(real.map(([name]) => [name, numbers.has(name) ? 1 : 'sample']));
}
