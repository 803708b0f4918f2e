import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../Mailroom/transport/isJsonObject';

/**
 * The part of a contact that `contactUpdated` watches, in one form: the same whatever order the service puts fields in, and whether it
 * leaves an empty one out.
 */
export function contactProperties(contact: IDataObject): string {
	const { name, userId, avatarUrl, languageCode, customProperties } = contact;
	const own = isJsonObject(customProperties) ? Object.entries(customProperties) : [];
	// The service's document shows the user ID as a text and as a number.
	const fields = [name, userId, avatarUrl, languageCode].map((value) => String(value ?? ''));
	return JSON.stringify([
		fields,
		own.filter(([, value]) => value !== null).sort(([one], [other]) => (one < other ? -1 : 1)),
	]);
}
