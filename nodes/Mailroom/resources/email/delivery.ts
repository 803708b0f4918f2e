import { DateTime } from 'luxon';
import { oneOf } from '../../parameters/choice';
import { inReach, utcDate } from '../../parameters/date';
import { field, type Field } from '../../parameters/Field';
import { secondsFrom0 } from '../../parameters/number';
import type { ItemParameters } from '../../parameters/ItemParameters';
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
		hint: "Read in the workflow's timezone: see the settings of the workflow",
		description:
			"Moment at which the service sends the email. A date that you pick, and any other without a UTC offset, is read in the timezone of the workflow (menu > Settings > Timezone), which need not be that of your browser; a time that comes twice, when the clocks are set back, is the first of the two. The output's sendAt shows the moment with its offset.",
	},
	(value, label, { timezone, startedAt }) =>
		inReach(utcDate(value, label, timezone), label, timezone, startedAt),
);

type Delay = Pick<ListEmail, 'delaySeconds' | 'delayUntilDate'>;

/** When an email goes out. Only the field of the chosen way is shown and sent. */
export const delivery: { fields: Field[]; read(parameters: ItemParameters): Delay } = {
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

/**
 * The moment at which a delayed email goes out, for the output: ISO 8601 with the offset of the timezone.
 *
 * @param sent.acceptedAt when the service accepted it, in ms since 1970; undefined when it was not sent now
 * @param sent.timezone IANA name
 */
export function sendAtOf(
	{ delaySeconds, delayUntilDate: date }: Delay,
	{ acceptedAt, timezone }: { acceptedAt: number | undefined; timezone: string },
): { sendAt?: string } {
	if (acceptedAt === undefined || (date === undefined && delaySeconds === undefined)) return {};
	const moment = date
		? DateTime.fromISO(date)
		: DateTime.fromMillis(acceptedAt).plus({ seconds: delaySeconds });
	const sendAt = moment.setZone(timezone).toISO({ suppressMilliseconds: true });
	return sendAt ? { sendAt } : {};
}
