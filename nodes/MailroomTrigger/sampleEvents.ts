import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { serviceAddress } from '../../credentials/serviceAddress';
import { createClient, CREDENTIAL } from '../Mailroom/transport/createClient';
import { listsOfContact } from '../Mailroom/resources/contact/listsOfContact';
import { hasBounced } from '../Mailroom/resources/contact/getAll';
import { RECORDS_PER_PAGE } from '../Mailroom/service';
import { responseRecords } from '../Mailroom/transport/responseData';
import { RunQueue } from '../Mailroom/transport/RunQueue';
import type { Change } from './Change';
import { contactEvent } from './contactEvent';
import type { EventName } from './events';
import type { Watched } from './watched';

const MOST_SAMPLES = 10;

/**
 * Shows what events look like, of contacts that are there: "Fetch Test Event" has nothing to compare them with. Where none suits an
 * event, any contact stands for it. `sample` lets a workflow tell these items from events. One request, repeated once at the most.
 */
export async function sampleEvents(
	context: IPollFunctions,
	watched: Watched,
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
			'There is no contact yet of which a test event could be made',
			{ description: 'Add a contact to the service, and fetch the test event again.' },
		);
	}
	const now = new Date().toISOString();
	const share = Math.floor(MOST_SAMPLES / watched.events.size);
	return [...watched.events]
		.flatMap((event) => samplesOf(event, contacts, watched).slice(0, share))
		.map((change) => ({ ...contactEvent(change, `${address} sample`, now), sample: true }));
}

function samplesOf(event: EventName, contacts: IDataObject[], watched: Watched): Change[] {
	const all = contacts.map((contact) => ({ event, contact, turn: 0 }));
	switch (event) {
		case 'contactAdded':
		case 'contactUpdated':
			return all;
		case 'contactRemoved':
			return all.map((change) => ({ ...change, contact: { email: change.contact.email } }));
		case 'bounced': {
			const bounced = all.filter(({ contact }) => hasBounced(contact));
			// No date is made up: whoever tries a workflow that deletes such contacts would lose a good one.
			return bounced.length > 0 ? bounced : all;
		}
		case 'subscribed':
		case 'unsubscribed': {
			const lists = listsIn(contacts, watched);
			const isOn = event === 'subscribed';
			const suiting = all.flatMap((change) => {
				const own = listsOfContact(change.contact);
				const list = lists.find((name) => own.has(name) === isOn);
				return list === undefined ? [] : [{ ...change, list }];
			});
			return suiting.length > 0 ? suiting : all.map((change) => ({ ...change, list: lists[0] }));
		}
	}
}

/** The lists of which an event may tell, at least one. */
function listsIn(contacts: IDataObject[], watched: Watched): string[] {
	const named = contacts.flatMap((contact) => [...listsOfContact(contact)]);
	const lists = [...new Set([...watched.lists, ...named])].filter(watched.isListWatched);
	return lists.length > 0 ? lists : ['newsletter'];
}
