import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { contactKey } from '../Mailroom/parameters/emailAddress';
import type { Change } from './Change';
import { contactProperties } from './contactProperties';

/**
 * Makes the item that comes out for a change.
 *
 * @param origin the project, and what else tells its events from those of others
 */
export function contactEvent(change: Change, origin: string, detectedAt: string): IDataObject {
	const { event, list, contact } = change;
	return {
		event,
		eventId: eventId(change, origin),
		detectedAt,
		...(list === undefined ? {} : { list }),
		contact,
	};
}

/** The same for the same change, also when a poll that was lost is repeated: nothing in it is of the moment or of chance. */
function eventId({ event, list = '', contact, turn }: Change, origin: string): string {
	const became = event === 'contactUpdated' ? contactProperties(contact) : '';
	const of = [origin, contactKey(String(contact.email)), event, list, turn, became];
	return createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 32);
}
