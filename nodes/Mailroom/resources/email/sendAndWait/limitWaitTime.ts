import { WAIT_INDEFINITELY, type INodeProperties } from 'n8n-workflow';
import { oneOf } from '../../../parameters/choice';
import { futureDate } from '../../../parameters/date';
import type { Form, FormRun } from '../../../parameters/Form';
import type { Reader } from '../../../parameters/Reader';
import { InvalidParameter } from '../../../parameters/InvalidParameter';
import { MAX_DELAY_SECONDS, numberWhere } from '../../../parameters/number';
import { shown } from '../../../wording';
import { systemClock } from '../../../clock';

export const LIMIT_WAIT_TIME = 'Limit Wait Time';

/** As in n8n's own nodes that send and wait. */
export const limitWaitTimeProperty: INodeProperties = {
	displayName: LIMIT_WAIT_TIME,
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: {
		values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
	},
	description:
		'Whether to stop waiting after a time limit. Without a response, an approval counts as declined. For Free Text, data.expired is true.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					],
					default: 'afterTimeInterval',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					default: 1,
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					options: [
						{ name: 'Minutes', value: 'minutes' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Days', value: 'days' },
					],
					default: 'hours',
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
					default: '',
					description: "When to stop waiting, in the workflow's timezone",
				},
			],
		},
	],
};

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** Tells when to stop, for a wait that begins now. */
export function readLimitWaitTime(options: Form): () => Date {
	const limit = options.inside('limitWaitTime');
	if (limit.isUntouched) return () => WAIT_INDEFINITELY;
	const type = limit.readFilled('limitType', oneOf('afterTimeInterval', 'atSpecifiedTime'));
	if (type === 'atSpecifiedTime') {
		const until = limit.readFilled('maxDateAndTime', dateAhead(limit.run));
		return () => until;
	}
	const unit = limit.readFilled('resumeUnit', oneOf('minutes', 'hours', 'days'));
	const amount = limit.readFilled(
		'resumeAmount',
		numberWhere(
			(number) => number > 0 && number * UNIT_MS[unit] <= 1000 * MAX_DELAY_SECONDS,
			`a number of ${unit} above 0, up to a hundred years`,
		),
	);
	return () => new Date(systemClock.timeOfDay() + amount * UNIT_MS[unit]);
}

/** The end of a time limit, as recipients read it. It may end seconds later. Undefined without a limit. */
export function deadlineText(until: Date, timeZone: string): string | undefined {
	if (until.getTime() >= WAIT_INDEFINITELY.getTime()) return undefined;
	const format = new Intl.DateTimeFormat('en-US', {
		...{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
		...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone },
	});
	// Node's data has a narrow space before AM and PM, which some mail programs can't show.
	return format.format(until).replace(/\s/g, ' ');
}

/** Without the tolerance of a delivery date, because n8n takes no reply after the limit. */
function dateAhead(run: FormRun): Reader<Date> {
	const read = futureDate(run);
	return (value, label) => {
		const date = new Date(read(value, label));
		if (date.getTime() > systemClock.timeOfDay()) return date;
		throw new InvalidParameter(label, `is in the past: ${shown(value)}`, 'Enter a later date');
	};
}
