import type { EventName } from './events';

/** The part of a contact in which changes are events. */
export interface ContactFacts {
	/** Hash of the properties that `contactUpdated` watches. */
	properties: string;
	hasBounced: boolean;
	/** Undefined if the service has never said. */
	lists: readonly string[] | undefined;
}

export interface Difference {
	event: EventName;
	/** Of `subscribed` and `unsubscribed`. */
	list?: string;
}

/** The changes of a contact between two scans. */
export function diffContact(before: ContactFacts | undefined, now: ContactFacts): Difference[] {
	const differences: Difference[] = [];
	if (!before) differences.push({ event: 'contactAdded' });
	else if (before.properties !== now.properties) differences.push({ event: 'contactUpdated' });
	differences.push(...diffLists(before ? before.lists : [], now.lists));
	if (now.hasBounced && !before?.hasBounced) differences.push({ event: 'bounced' });
	return differences;
}

/** Lists that are said for the first time may be old ones, and a contact of which none are said has left none. */
function diffLists(before: ContactFacts['lists'], now: ContactFacts['lists']): Difference[] {
	if (!before || !now || before === now) return [];
	const joined = now.filter((list) => !before.includes(list));
	const left = before.filter((list) => !now.includes(list));
	return [
		...joined.map((list) => ({ event: 'subscribed', list }) as const),
		...left.map((list) => ({ event: 'unsubscribed', list }) as const),
	];
}
