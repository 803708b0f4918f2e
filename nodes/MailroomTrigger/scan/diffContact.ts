import type { IDataObject } from 'n8n-workflow';
import type { EventName } from '../events';

export interface Difference {
	event: EventName;
	/** Only for `subscribed` and `unsubscribed`. */
	list?: string;
	/** Only for `contactUpdated`: equal for equal properties. */
	values?: string;
}

export interface Change extends Difference {
	/** Only the address if it was removed. */
	contact: IDataObject;
}

export interface ContactFacts {
	fieldsHash: string;
	/** Empty without custom properties, undefined if the service has never returned them. */
	customHash: string | undefined;
	hasBounced: boolean;
	/** Undefined if the service has never returned them. */
	lists: readonly string[] | undefined;
}

/** @param before undefined for a new contact */
export function diffContact(before: ContactFacts | undefined, now: ContactFacts): Difference[] {
	const differences: Difference[] = [];
	if (!before) differences.push({ event: 'contactAdded' });
	else if (hasOtherProperties(before, now)) {
		const values = `${now.fieldsHash}${now.customHash ?? ''}`;
		differences.push({ event: 'contactUpdated', values });
	}
	differences.push(...diffLists(before ? before.lists : [], now.lists));
	if (now.hasBounced && !before?.hasBounced) differences.push({ event: 'bounced' });
	return differences;
}

/** If the custom properties were unknown, they have not changed. */
function hasOtherProperties(before: ContactFacts, now: ContactFacts): boolean {
	if (before.fieldsHash !== now.fieldsHash) return true;
	return before.customHash !== undefined && before.customHash !== now.customHash;
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
