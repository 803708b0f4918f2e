import type { IDataObject } from 'n8n-workflow';
import type { Item } from '../../run/Item';
import { contactKey } from '../../parameters/emailAddress';
import { misspelledTags, type Misspelling } from '../../parameters/tags/misspelledTags';
import { firstOf } from '../../wording';
import { hasBounced, isJsonObject, type ListEmail } from '../../service';
import { namedTags } from './assertTags';

// Hints of "Send to Contacts".

interface Sent {
	values: { contactEmails: string[]; bounced: string[] };
}

/** For contacts that several items name. */
export function severalEmailsHint(accepted: Sent[]): string[] {
	const addresses = new Map<string, string>();
	const several = new Map<string, string>();
	for (const address of accepted.flatMap(({ values }) => values.contactEmails)) {
		const key = contactKey(address);
		if (addresses.has(key)) several.set(key, address);
		addresses.set(key, address);
	}
	if (several.size === 0) return [];
	const named = firstOf([...several.values()]);
	return [`Several items name these contacts, so they got several emails: ${named}.`];
}

/** @param json of an item that is a contact, or an event with one */
export function bouncedAmong(addresses: string[], json: IDataObject): string[] {
	const contact = isJsonObject(json.contact) ? (json.contact as IDataObject) : json;
	const { email } = contact;
	if (!hasBounced(contact)) return [];
	if (typeof email !== 'string') return addresses.length === 1 ? addresses : [];
	return addresses.filter((address) => contactKey(address) === contactKey(email.trim()));
}

export function bouncedHint(accepted: Sent[]): string[] {
	const bounced = accepted.flatMap(({ values: { contactEmails, bounced: of } }) =>
		contactEmails.filter((address) => of.includes(address)),
	);
	if (bounced.length === 0) return [];
	return [
		`These contacts have bounced. The service sends them nothing until you reset the bounce in its dashboard: ${firstOf(bounced)}.`,
	];
}

/** For misspelled tags that expressions bring in. Those that were typed are errors. */
export function misspelledHint(
	items: Array<Item<{ email: ListEmail; allowsAnyTag: boolean }>>,
): string[] {
	const found = new Map<string, Misspelling>();
	let last: Pick<ListEmail, 'subject' | 'body'> = { subject: '', body: '' };
	for (const { values } of items) {
		if (!values || values.allowsAnyTag) continue;
		const { subject, body } = values.email;
		// Consecutive emails often share long texts.
		const texts = [subject === last.subject ? '' : subject, body === last.body ? '' : body];
		for (const tag of texts.flatMap(misspelledTags)) found.set(tag.name, tag);
		last = values.email;
	}
	if (found.size === 0) return [];
	const [typed, correct] = namedTags([...found.values()]);
	return [
		`Expressions brought in tags that look misspelled, and arrive empty: ${typed}. They should be ${correct}.`,
	];
}
