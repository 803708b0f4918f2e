import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { contactKey } from '../Mailroom/parameters/emailAddress';
import { contactProperties } from './contactProperties';
import type { Difference } from './diffContact';

export interface Change extends Difference {
	/** As the service has it; only its address if it was removed. */
	contact: IDataObject;
}

/** Tells the events of one poll from the same events of other polls and triggers. */
export interface EventOrigin {
	salt: string;
	generation: number;
}

/** The item that comes out for a change. */
export function contactEvent(change: Change, origin: EventOrigin, detectedAt: string): IDataObject {
	const { event, list, contact } = change;
	return {
		event,
		eventId: eventId(change, origin),
		detectedAt,
		...(list === undefined ? {} : { list }),
		contact,
	};
}

/** The same when a poll whose state was lost is repeated: nothing in it is of the moment or of chance. */
function eventId({ event, list = '', contact }: Change, origin: EventOrigin): string {
	const properties = event === 'contactUpdated' ? contactProperties(contact) : '';
	const { salt, generation } = origin;
	const parts = [salt, generation, contactKey(String(contact.email)), event, list, properties];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
