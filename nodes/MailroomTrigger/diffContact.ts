import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../Mailroom/service';
import type { Difference } from './eventFilter';

export interface ContactFacts {
	propertiesHash: string;
	hasBounced: boolean;
	/** Undefined if the service has never returned them. */
	lists: readonly string[] | undefined;
}

export function diffContact(before: ContactFacts | undefined, now: ContactFacts): Difference[] {
	const differences: Difference[] = [];
	if (!before) differences.push({ event: 'contactAdded' });
	else if (before.propertiesHash !== now.propertiesHash)
		differences.push({ event: 'contactUpdated' });
	differences.push(...diffLists(before ? before.lists : [], now.lists));
	if (now.hasBounced && !before?.hasBounced) differences.push({ event: 'bounced' });
	return differences;
}

/** If the lists are unknown before or now, nothing has changed. */
function diffLists(before: ContactFacts['lists'], now: ContactFacts['lists']): Difference[] {
	if (!before || !now) return [];
	const joined = now.filter((list) => !before.includes(list));
	const left = before.filter((list) => !now.includes(list));
	return [
		...joined.map((list) => ({ event: 'subscribed', list }) as const),
		...left.map((list) => ({ event: 'unsubscribed', list }) as const),
	];
}

/** The properties that `contactUpdated` watches, in a fixed order. */
export function contactProperties(contact: IDataObject): string {
	const { name, userId, avatarUrl, languageCode, customProperties } = contact;
	const own = isJsonObject(customProperties) ? Object.entries(customProperties) : [];
	// The service gives the user ID as a string or a number.
	const fields = [name, userId, avatarUrl, languageCode].map((value) => String(value ?? ''));
	return JSON.stringify([
		fields,
		own.filter(([, value]) => value !== null).sort(([one], [other]) => (one < other ? -1 : 1)),
	]);
}
