import type { IPollFunctions } from 'n8n-workflow';
import { InvalidParameter, shown } from '../Mailroom/parameters/InvalidParameter';
import { listNames } from '../Mailroom/parameters/text';
import { DEFAULT_LIST } from '../Mailroom/service';
import type { Difference } from './diffContact';
import { EVENTS, eventsProperty, listsProperty, type EventName } from './properties';

export interface EventFilter {
	events: Set<EventName>;
	/** Undefined for all lists but the default one. */
	lists: string[] | undefined;
}

export function readEventFilter(context: IPollFunctions): EventFilter {
	const { displayName } = eventsProperty;
	const events = [context.getNodeParameter(eventsProperty.name, [])].flat();
	if (events.length === 0) {
		throw new InvalidParameter(displayName, 'is empty', 'Select at least one event');
	}
	const lists = context.getNodeParameter(listsProperty.name, []);
	return {
		events: new Set(events.map((event) => eventNamed(event, displayName))),
		lists: listNames(lists, listsProperty.displayName),
	};
}

export function isWanted({ event, list }: Difference, { events, lists }: EventFilter): boolean {
	if (!events.has(event)) return false;
	return list === undefined || (lists?.includes(list) ?? list !== DEFAULT_LIST);
}

function eventNamed(value: unknown, label: string): EventName {
	const known = EVENTS.find((event) => event.value === value);
	if (known) return known.value;
	throw new InvalidParameter(label, `holds ${shown(value)}, which is not an event of this trigger`);
}
