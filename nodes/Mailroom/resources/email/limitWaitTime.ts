import { WAIT_INDEFINITELY, type INodeProperties } from 'n8n-workflow';
import { oneOf } from '../../parameters/choice';
import { utcDate } from '../../parameters/date';
import type { Form } from '../../parameters/Form';
import { InvalidParameter, shown } from '../../parameters/InvalidParameter';
import { asNumber, MAX_DELAY_SECONDS } from '../../parameters/number';

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** In the form of n8n's own nodes that send and wait. */
export const limitWaitTimeProperty: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: {
		values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
	},
	description: 'Whether to stop waiting after a time limit and pass on the input items',
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

/** When the waiting ends without a response, from when it begins, in ms since 1970. Without the option, never. */
export function readLimitWaitTime(options: Form): (now: number) => Date {
	const limit = options.inside('limitWaitTime');
	if (limit.isUntouched) return () => WAIT_INDEFINITELY;
	const type = limit.readFilled('limitType', oneOf('afterTimeInterval', 'atSpecifiedTime'));
	if (type === 'afterTimeInterval') {
		const ms = readInterval(limit);
		return (now) => new Date(now + ms);
	}
	const end = limit.readFilled('maxDateAndTime', (value, label) => readEnd(value, label, limit));
	return () => end;
}

function readEnd(value: unknown, label: string, { item: { timezone, startedAt } }: Form): Date {
	const date = new Date(utcDate(value, label, timezone));
	if (date.getTime() > startedAt) return date;
	throw new InvalidParameter(label, `is in the past: ${shown(value)}`);
}

function readInterval(limit: Form): number {
	const unit = limit.readFilled('resumeUnit', oneOf('minutes', 'hours', 'days'));
	return limit.readFilled('resumeAmount', (amount, label) => {
		const ms = (asNumber(amount) ?? NaN) * UNIT_MS[unit];
		if (ms > 0 && ms <= 1000 * MAX_DELAY_SECONDS) return ms;
		throw new InvalidParameter(
			label,
			`must be a number of ${unit} above 0, of a hundred years at the most, but is ${shown(amount)}`,
		);
	});
}
