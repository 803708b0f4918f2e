import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { contactKey } from '../Mailroom/parameters/emailAddress';
import { contactProperties } from './diffContact';
import type { Difference } from './eventFilter';

export interface Change extends Difference {
	/** Only the address if it was removed. */
	contact: IDataObject;
}

/** Distinguishes equal changes of different polls and triggers. */
export interface EventOrigin {
	salt: string;
	generation: number;
}

export function contactEvent(change: Change, origin: EventOrigin, detectedAt: string): IDataObject {
	const { event, list, contact } = change;
	const ofList = list === undefined ? {} : { list };
	return { event, eventId: eventId(change, origin), detectedAt, ...ofList, contact };
}

/** Depends on no time or random value, so a repeated poll gives the same ID. */
function eventId({ event, list = '', contact }: Change, origin: EventOrigin): string {
	const properties = event === 'contactUpdated' ? contactProperties(contact) : '';
	const { salt, generation } = origin;
	const parts = [salt, generation, contactKey(String(contact.email)), event, list, properties];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
