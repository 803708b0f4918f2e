import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { oneOf } from '../../parameters/choice';
import { futureDate } from '../../parameters/date';
import type { Form } from '../../parameters/Form';
import { secondsFrom0 } from '../../parameters/number';
import type { ListEmail } from '../../service';

export const deliveryProperties: INodeProperties[] = [
	{
		displayName: 'Delivery',
		name: 'delivery',
		type: 'options',
		options: [
			{
				name: 'After a Delay',
				value: 'delay',
				description: 'Wait a number of seconds, then send',
			},
			{ name: 'At a Date and Time', value: 'date', description: 'Send at a specific time' },
			{ name: 'Now', value: 'now' },
		],
		default: 'now',
	},
	{
		displayName: 'Delay Seconds',
		name: 'delaySeconds',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 60,
		displayOptions: { show: { delivery: ['delay'] } },
	},
	{
		displayName: 'Delay Until Date',
		name: 'delayUntilDate',
		type: 'dateTime',
		default: '',
		displayOptions: { show: { delivery: ['date'] } },
		hint: "Uses the workflow's timezone",
		description:
			"When to send the email, in the workflow's timezone unless the date has a UTC offset",
	},
];

type Delay = Pick<ListEmail, 'delaySeconds' | 'delayUntilDate'>;

export function readDelivery(form: Form): Delay {
	switch (form.read('delivery', oneOf('now', 'delay', 'date'))) {
		case 'now':
			return {};
		case 'delay':
			return { delaySeconds: form.read('delaySeconds', secondsFrom0) };
		case 'date':
			return { delayUntilDate: form.read('delayUntilDate', futureDate(form.item)) };
	}
}

/** Date of delivery in ms since 1970; 0 without one. */
export function timeOf({ delayUntilDate }: Delay): number {
	return delayUntilDate === undefined ? 0 : Date.parse(delayUntilDate);
}

/**
 * When a delayed email goes out, in ISO 8601 with the offset of the timezone.
 *
 * @param sent.acceptedAt in ms since 1970; undefined if it was not sent now
 * @param sent.timezone IANA name
 */
export function sendAtOf(
	{ delaySeconds, delayUntilDate: date }: Delay,
	{ acceptedAt, timezone }: { acceptedAt: number | undefined; timezone: string },
): { sendAt?: string } {
	if (acceptedAt === undefined || (date === undefined && delaySeconds === undefined)) return {};
	const time = date
		? DateTime.fromISO(date)
		: DateTime.fromMillis(acceptedAt).plus({ seconds: delaySeconds });
	const sendAt = time.setZone(timezone).toISO({ suppressMilliseconds: true });
	return sendAt ? { sendAt } : {};
}
