import type { IDataObject } from 'n8n-workflow';
import { contactFields } from '../../Mailroom/parameters/contactFields';
import { isJsonObject } from '../../Mailroom/service';

/** ISO 8601 with an offset. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;

/** Texts that are equal if the values are, however the service writes them. */
export interface ContactProperties {
	fields: string;
	/** Empty without custom properties, undefined if the service left them out. */
	custom: string | undefined;
}

/** The properties that `contactUpdated` watches. */
export function contactProperties(contact: IDataObject): ContactProperties {
	const { customProperties } = contact;
	const watched = contactFields.map(({ name, comparable }) => [
		name,
		comparable ? comparable(contact[name]) : contact[name],
	]);
	const fields = normalize(Object.fromEntries(watched));
	const custom = isJsonObject(customProperties) ? normalize(customProperties) : undefined;
	return { fields: JSON.stringify(fields), custom: custom && JSON.stringify(custom) };
}

/** Numbers become text, objects become entries in a fixed order, and everything empty becomes ''. */
function normalize(value: unknown): string | unknown[] {
	if (Array.isArray(value)) {
		const values = value.map(normalize);
		return values.every((one) => one === '') ? '' : values;
	}
	if (isJsonObject(value)) {
		const entries = Object.entries(value)
			.map(([key, one]) => [key, normalize(one)] as const)
			.filter(([, one]) => one !== '');
		return entries.length === 0 ? '' : entries.sort(([one], [other]) => (one < other ? -1 : 1));
	}
	const text = String(value ?? '').trim();
	return TIMESTAMP.test(text) ? wholeSeconds(text) : text;
}

function wholeSeconds(timestamp: string): string {
	const time = Date.parse(timestamp);
	return Number.isNaN(time) ? timestamp : new Date(time).toISOString().slice(0, 19);
}
