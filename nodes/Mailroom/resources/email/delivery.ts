import { oneOf } from '../../parameters/choice';
import { delayUntilDate as utcDate } from '../../parameters/delayUntilDate';
import { field, type FieldGroup } from '../../parameters/Field';
import { delaySeconds as secondsFrom0 } from '../../parameters/number';
import type { ListEmail } from '../../service';

const way = field(
	{
		displayName: 'Delivery',
		name: 'delivery',
		type: 'options',
		options: [
			{ name: 'After a Delay', value: 'delay', description: 'Send some seconds from now' },
			{ name: 'At a Date and Time', value: 'date', description: 'Send at a certain moment' },
			{ name: 'Now', value: 'now', description: 'Send right away' },
		],
		default: 'now',
		description: 'When the service sends the email',
	},
	oneOf('now', 'delay', 'date'),
);

const delaySeconds = field(
	{
		displayName: 'Delay Seconds',
		name: 'delaySeconds',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 60,
		displayOptions: { show: { delivery: ['delay'] } },
		description: 'How many seconds the service waits before it sends the email',
	},
	secondsFrom0,
);

const delayUntilDate = field(
	{
		displayName: 'Delay Until Date',
		name: 'delayUntilDate',
		type: 'dateTime',
		default: '',
		displayOptions: { show: { delivery: ['date'] } },
		description:
			"Moment at which the service sends the email. Without a UTC offset it's in the timezone of the workflow.",
	},
	(value, label, { timezone }) => utcDate(value, label, timezone),
);

/** When an email goes out. Only the field of the chosen way is shown and sent. */
export const delivery: FieldGroup<Pick<ListEmail, 'delaySeconds' | 'delayUntilDate'>> = {
	fields: [way, delaySeconds, delayUntilDate],
	read: (parameters) => {
		switch (way.read(parameters)) {
			case 'now':
				return {};
			case 'delay':
				return { delaySeconds: delaySeconds.read(parameters) };
			case 'date':
				return { delayUntilDate: delayUntilDate.read(parameters) };
		}
	},
};
