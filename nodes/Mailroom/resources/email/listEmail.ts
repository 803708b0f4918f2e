import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { EventLoopYield } from '../../run/EventLoopYield';
import { oneOf } from '../../parameters/choice';
import { futureDate } from '../../parameters/date';
import type { Form } from '../../parameters/Form';
import { secondsFrom0 } from '../../parameters/number';
import { otherTagsIn } from '../../parameters/tags/tags';
import { firstOf, shownBare } from '../../wording';
import { DEFAULT_LIST, type EmailContent, type ListEmail } from '../../service';
import { requiredListName } from '../listChoice';
import {
	assertNoUnsubscribeLink,
	personalizedProperties,
	readContent,
	type Audience,
} from './content';
import { readTracking } from './emailOptions';

// Shared by "Send to Contacts" and "Send to List".

export function readListEmail(form: Form, audience: Audience): ListEmail {
	const list = form.read('list', requiredListName);
	const content = readContent(form, audience);
	if (list === DEFAULT_LIST) assertNoUnsubscribeLink(form, content, audience);
	return {
		list,
		...content,
		...readDelivery(form),
		...readTracking(form.inside('options')),
	};
}

export const contentAndDeliveryProperties: INodeProperties[] = [
	...personalizedProperties,
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
			{ name: 'At a Date and Time', value: 'date' },
			{ name: 'Now', value: 'now' },
		],
		default: 'now',
		builderHint: {
			propertyHint:
				'Set it to delay or date to use delaySeconds or delayUntilDate, which are ignored otherwise. To send on a schedule, keep now and start the workflow with a Schedule Trigger.',
		},
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
		displayName: 'Send At',
		name: 'delayUntilDate',
		type: 'dateTime',
		default: '',
		displayOptions: { show: { delivery: ['date'] } },
		hint: "In the workflow's timezone, which is set in the workflow's settings",
		description:
			"When to send the email, in the workflow's timezone unless the date has a UTC offset",
	},
];

const IF_PAST =
	'In a workflow that repeats, use an expression such as {{ $now.plus({ days: 1 }).set({ hour: 9, minute: 0 }) }}.';

type Delay = Pick<ListEmail, 'delaySeconds' | 'delayUntilDate'>;

function readDelivery(form: Form): Delay {
	switch (form.read('delivery', oneOf('now', 'delay', 'date'))) {
		case 'now':
			return {};
		case 'delay':
			return { delaySeconds: form.read('delaySeconds', secondsFrom0) };
		case 'date':
			return { delayUntilDate: form.read('delayUntilDate', futureDate(form.run, IF_PAST)) };
	}
}

/** `$now` differs a little between items. */
const SAME_TIME_MS = 60_000;

/** Whether two emails of a run go out at the same time. */
export function isSameTime(one: Delay, other: Delay): boolean {
	const dates = [one, other].map(({ delayUntilDate: date }) => (date ? Date.parse(date) : 0));
	const isSameDate = Math.abs(dates[0] - dates[1]) < SAME_TIME_MS;
	return isSameDate && one.delaySeconds === other.delaySeconds;
}

/**
 * When a delayed email goes out, in ISO 8601 with the offset of the timezone.
 *
 * @param acceptedAt in ms since 1970; undefined if it was not sent now
 */
export function sendAtOf(
	{ delaySeconds, delayUntilDate: date }: Delay,
	acceptedAt: number | undefined,
	timezone: string,
): { sendAt?: string } {
	if (acceptedAt === undefined || (date === undefined && delaySeconds === undefined)) return {};
	const time = date
		? DateTime.fromISO(date)
		: DateTime.fromMillis(acceptedAt).plus({ seconds: delaySeconds });
	const sendAt = time.setZone(timezone).toISO({ suppressMilliseconds: true });
	return sendAt ? { sendAt } : {};
}

/** Lists tags that may be custom properties. */
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
		`These tags aren't standard contact fields and arrive empty unless your service fills them in: ${firstOf([...tags].map(shownBare))}.`,
	];
}
