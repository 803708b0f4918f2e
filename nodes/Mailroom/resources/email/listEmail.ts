import type { INodeProperties } from 'n8n-workflow';
import { EventLoopYield } from '../../execution/EventLoopYield';
import type { Form } from '../../parameters/Form';
import { firstOf, InvalidParameter, shown, shownBare } from '../../parameters/InvalidParameter';
import { otherTagsIn } from '../../parameters/tags';
import { isEmpty } from '../../parameters/text';
import type { EmailContent, ListEmail } from '../../service';
import { readContent } from './content';
import { readDelivery } from './delivery';
import { readTracking } from './emailOptions';

// Shared by "Send to Contacts" and "Send to List".

export function listProperty(description: string): INodeProperties {
	return {
		displayName: 'List',
		name: 'list',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a mailing list',
				typeOptions: { searchListMethod: 'searchLists', searchable: true },
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				placeholder: 'e.g. newsletter',
				hint: 'The name of the list, such as product-updates, not its title',
			},
		],
	};
}

/** Reads a resource locator or a plain name. */
export function requiredListName(value: unknown, label: string): string {
	const isLocator = typeof value === 'object' && value !== null && 'value' in value;
	const name = isLocator ? value.value : value;
	if (typeof name === 'string' && !isEmpty(name)) return name.trim();
	const problem = isEmpty(name) ? 'is empty' : `is not a list name: ${shown(name)}`;
	const advice = 'Select a list with "From List". The list "important" holds all contacts';
	throw new InvalidParameter(label, problem, advice);
}

export function readListEmail(form: Form): ListEmail {
	return {
		list: form.read('list', requiredListName),
		...readContent(form, { isPersonalized: true }),
		...readDelivery(form),
		...readTracking(form.inside('options')),
	};
}

/** Names tags that may be custom properties. */
export async function otherTagsHint(emails: EmailContent[]): Promise<string[]> {
	const eventLoop = new EventLoopYield();
	const tags = new Set<string>();
	let last: Pick<EmailContent, 'subject' | 'body'> = { subject: '', body: '' };
	for (const email of emails) {
		// Consecutive emails often share long texts.
		if (email.subject !== last.subject) otherTagsIn(email.subject).forEach((tag) => tags.add(tag));
		if (email.body !== last.body) otherTagsIn(email.body).forEach((tag) => tags.add(tag));
		last = email;
		await eventLoop.ifDue();
	}
	if (tags.size === 0) return [];
	return [
		`These tags are no standard fields of a contact: ${firstOf([...tags].map(shownBare))}. They were sent as typed, and come out empty unless the contact has a custom property of that name.`,
	];
}
