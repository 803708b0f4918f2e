import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { contactKey } from '../Mailroom/parameters/emailAddress';
import type { Change } from './scan/diffContact';

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
function eventId(change: Change, { salt, generation }: EventOrigin): string {
	const { event, list = '', contact, values = '' } = change;
	const parts = [salt, generation, contactKey(String(contact.email)), event, list, values];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
