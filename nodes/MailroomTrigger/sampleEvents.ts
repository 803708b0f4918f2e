import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { hasBounced, listsOfContact, DEFAULT_LIST, RECORDS_PER_PAGE } from '../Mailroom/service';
import { createClient } from '../Mailroom/transport/createClient';
import { responseRecords } from '../Mailroom/transport/responseData';
import { RequestGroup } from '../Mailroom/transport/RequestGroup';
import { ServiceError } from '../Mailroom/transport/ServiceError';
import { contactEvent, type Change } from './contactEvent';
import type { EventFilter, EventName } from './eventFilter';

const MAX_SAMPLES = 10;
const MAX_REQUESTS = 2;

const ORIGIN = { salt: 'sample', generation: 0 };

/** Existing contacts as events, because "Fetch Test Event" has no earlier scan. */
export async function sampleEvents(
	context: IPollFunctions,
	filter: EventFilter,
): Promise<IDataObject[]> {
	const client = await createClient(context, new RequestGroup());
	const qs = { page: 1, per: RECORDS_PER_PAGE };
	const request = { method: 'GET', url: '/contacts', qs, idempotency: 'safe' } as const;
	let requests = 0;
	const beforeSend = () => {
		// A user waits in the editor, so a second 429 is not waited out.
		if (++requests > MAX_REQUESTS) throw tooManyRequests();
	};
	const response = await client.request({ ...request, maxRetries: 1, beforeSend });
	const contacts = responseRecords(response).filter(({ email }) => typeof email === 'string');
	if (contacts.length === 0) {
		throw new NodeOperationError(
			context.getNode(),
			'There are no contacts yet to show as test events',
			{ description: 'Add a contact to the service, then fetch the test event again.' },
		);
	}
	const lists = filter.lists ?? listsOf(contacts);
	const now = new Date().toISOString();
	const share = Math.floor(MAX_SAMPLES / filter.events.size);
	return [...filter.events]
		.flatMap((event) => samplesOf(event, contacts, lists).slice(0, share))
		.map((change) => ({ ...contactEvent(change, ORIGIN, now), sample: true }));
}

function tooManyRequests(): ServiceError {
	return new ServiceError('The service has responded "too many requests" (status 429)', {
		outcome: 'notSent',
		advice: 'Try again later.',
	});
}

/** Contacts that fit the event, or any if none do. */
function samplesOf(event: EventName, contacts: IDataObject[], lists: string[]): Change[] {
	if (event === 'contactRemoved')
		return contacts.map(({ email }) => ({ event, contact: { email } }));
	const isOfList = event === 'subscribed' || event === 'unsubscribed';
	const all = (isOfList ? lists : [undefined]).flatMap((list) =>
		contacts.map((contact) => ({ event, contact, list })),
	);
	const fitting = all.filter(({ contact, list = '' }) => {
		if (isOfList) return listsOfContact(contact).has(list) === (event === 'subscribed');
		return event !== 'bounced' || hasBounced(contact);
	});
	return fitting.length > 0 ? fitting : all;
}

function listsOf(contacts: IDataObject[]): string[] {
	const lists = new Set(contacts.flatMap((contact) => [...listsOfContact(contact)]));
	lists.delete(DEFAULT_LIST);
	return lists.size > 0 ? [...lists] : ['newsletter'];
}
