import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { InvalidParameter } from '../Mailroom/parameters/InvalidParameter';
import { listNames } from '../Mailroom/parameters/text';
import { shown } from '../Mailroom/wording';
import { DEFAULT_LIST } from '../Mailroom/service';
import type { Difference } from './scan/diffContact';
import { EVENTS, type EventName } from './events';

const eventNames = Object.fromEntries(EVENTS.map(({ name, value }) => [value, name]));

/** Shown below the node on the canvas. */
export const subtitle = `={{ [$parameter["events"]].flat().map((event) => (${JSON.stringify(eventNames)})[event] ?? event).join(", ") }}`;

const eventsProperty: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	options: [...EVENTS],
	default: [],
	required: true,
};

/** Separate, because n8n's linter would want "Names or IDs", but lists have no IDs. */
const listOptions = { loadOptionsMethod: 'getLists' };

const listsProperty: INodeProperties = {
	displayName: 'Lists',
	name: 'lists',
	type: 'multiOptions',
	typeOptions: listOptions,
	displayOptions: { show: { events: ['subscribed', 'unsubscribed'] } },
	default: [],
	description: 'Mailing lists to watch. Leave empty to watch all except "important".',
};

export const properties: INodeProperties[] = [
	eventsProperty,
	listsProperty,
	{
		displayName:
			'Every poll reads all contacts: 10,000 take about 10 s. From that size on, poll every 15 minutes or less often.',
		name: 'costNotice',
		type: 'notice',
		default: '',
	},
];

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
	throw new InvalidParameter(
		label,
		`contains ${shown(value)}, which isn't an event of this trigger`,
		'Choose events from the drop-down',
	);
}
