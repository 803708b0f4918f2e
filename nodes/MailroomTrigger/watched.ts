import type { IPollFunctions } from 'n8n-workflow';
import { InvalidParameter, shown } from '../Mailroom/parameters/InvalidParameter';
import { listNames } from '../Mailroom/parameters/listNames';
import { DEFAULT_LIST } from '../Mailroom/service';
import type { Change } from './Change';
import { EVENTS, type EventName } from './events';
import { eventsProperty, listsProperty } from './properties';

/** The changes that the user wants to hear of. */
export interface Watched {
	events: Set<EventName>;
	/** Says if a list counts. Where the user has chosen some, no other does. */
	isListWatched(list: string): boolean;
	/** Those that the user has chosen. */
	lists: string[];
}

/** @throws InvalidParameter */
export function readWatched(context: IPollFunctions): Watched {
	const { displayName } = eventsProperty;
	const events = [context.getNodeParameter(eventsProperty.name, [])].flat();
	if (events.length === 0) {
		throw new InvalidParameter(displayName, 'is empty. Choose what the workflow begins with');
	}
	const lists = listNames(
		context.getNodeParameter(listsProperty.name, []),
		listsProperty.displayName,
	);
	return {
		events: new Set(events.map((event) => eventNamed(event, displayName))),
		isListWatched: (list) => lists?.includes(list) ?? list !== DEFAULT_LIST,
		lists: lists ?? [],
	};
}

export function isWatched({ event, list }: Change, watched: Watched): boolean {
	return watched.events.has(event) && (list === undefined || watched.isListWatched(list));
}

function eventNamed(value: unknown, label: string): EventName {
	const known = EVENTS.find((event) => event.value === value);
	if (known) return known.value;
	throw new InvalidParameter(label, `holds ${shown(value)}, which is no event of this trigger`);
}
