import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { serviceAddress } from '../../credentials/serviceAddress';
import { createClient, CREDENTIAL } from '../Mailroom/transport/createClient';

import { hasBounced, listsOfContact } from '../Mailroom/resources/contact/getAll';
import { RECORDS_PER_PAGE } from '../Mailroom/service';
import { responseRecords } from '../Mailroom/transport/responseData';
import { RunQueue } from '../Mailroom/transport/RunQueue';
import { contactEvent, type Change } from './contactEvent';
import { isListWanted, type EventFilter } from './eventFilter';
import type { EventName } from './events';

const MAX_SAMPLES = 10;

/**
 * Samples of the events, made of contacts that are there: "Fetch Test Event" has nothing to compare them with. If none fits an event,
 * any contact stands for it. `sample` lets a workflow tell these items from events. One request, repeated once at the most.
 */
export async function sampleEvents(
	context: IPollFunctions,
	filter: EventFilter,
): Promise<IDataObject[]> {
	const address = serviceAddress(await context.getCredentials(CREDENTIAL));
	const client = await createClient(context, new RunQueue());
	const firstPage = { page: 1, per: RECORDS_PER_PAGE };
	const request = { method: 'GET', url: '/contacts', qs: firstPage, idempotency: 'safe' } as const;
	const contacts = responseRecords(await client.request({ ...request, maxAttempts: 2 })).filter(
		({ email }) => typeof email === 'string',
	);
	if (contacts.length === 0) {
		throw new NodeOperationError(
			context.getNode(),
			'There are no contacts yet to show as test events',
			{ description: 'Add a contact to the service, then fetch the test event again.' },
		);
	}
	const now = new Date().toISOString();
	const origin = { salt: `${address} sample`, generation: 0 };
	const share = Math.floor(MAX_SAMPLES / filter.events.size);
	return [...filter.events]
		.flatMap((event) => samplesOf(event, contacts, filter).slice(0, share))
		.map((change) => ({ ...contactEvent(change, origin, now), sample: true }));
}

function samplesOf(event: EventName, contacts: IDataObject[], filter: EventFilter): Change[] {
	if (event === 'subscribed' || event === 'unsubscribed') {
		const lists = listsIn(contacts, filter);
		const fitting = contacts.flatMap((contact) => {
			const own = listsOfContact(contact);
			const list = lists.find((name) => own.has(name) === (event === 'subscribed'));
			return list === undefined ? [] : [{ event, contact, list }];
		});
		const [list] = lists;
		return fitting.length > 0 ? fitting : contacts.map((contact) => ({ event, contact, list }));
	}
	if (event === 'contactRemoved')
		return contacts.map(({ email }) => ({ event, contact: { email } }));
	const bounced = event === 'bounced' ? contacts.filter(hasBounced) : [];
	// No date is made up for others: a workflow that deletes bounced contacts would lose a good one.
	return (bounced.length > 0 ? bounced : contacts).map((contact) => ({ event, contact }));
}

/** The lists of which an event may tell, at least one. */
function listsIn(contacts: IDataObject[], filter: EventFilter): string[] {
	const named = contacts.flatMap((contact) => [...listsOfContact(contact)]);
	const lists = new Set([...(filter.lists ?? []), ...named]);
	const wanted = [...lists].filter((list) => isListWanted(list, filter));
	return wanted.length > 0 ? wanted : ['newsletter'];
}
