import { WAIT_INDEFINITELY, type INodeProperties } from 'n8n-workflow';
import { oneOf } from '../../parameters/choice';
import { utcDate } from '../../parameters/date';
import { valuesField } from '../../parameters/Field';
import { InvalidParameter, shown } from '../../parameters/InvalidParameter';
import { asNumber, MAX_DELAY_SECONDS } from '../../parameters/number';

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

const limitType = oneOf('afterTimeInterval', 'atSpecifiedTime');
const resumeUnit = oneOf('minutes', 'hours', 'days');

const values: INodeProperties[] = [
	{
		displayName: 'Limit Type',
		name: 'limitType',
		type: 'options',
		options: [
			{ name: 'After Time Interval', value: 'afterTimeInterval' },
			{ name: 'At Specified Time', value: 'atSpecifiedTime' },
		],
		default: 'afterTimeInterval',
		description: 'How the end of the waiting is given',
	},
	{
		displayName: 'Amount',
		name: 'resumeAmount',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		displayOptions: { show: { limitType: ['afterTimeInterval'] } },
		default: 1,
		description: 'How long to wait, in the unit below',
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
		description: 'Unit of the amount',
	},
	{
		displayName: 'Max Date and Time',
		name: 'maxDateAndTime',
		type: 'dateTime',
		displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
		default: '',
		description: "When to go on without an answer, in the workflow's timezone",
	},
];

/** When the waiting ends without an answer, from when it begins, both in ms since 1970. */
type WaitLimit = (now: number) => Date;

/** How long to wait; without the option, for ever. */
export const limitWaitTime = valuesField(
	{
		displayName: 'Limit Wait Time',
		name: 'limitWaitTime',
		default: {
			values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		},
		description:
			'Whether to go on without an answer after some time. The input items then pass on as they are.',
	},
	values,
	(limit, label, { timezone, startedAt }): WaitLimit => {
		if (!limit) return () => WAIT_INDEFINITELY;
		if (limitType(limit('limitType'), label) === 'atSpecifiedTime') {
			const end = limit('maxDateAndTime');
			const date = new Date(utcDate(end, label, timezone));
			if (date.getTime() > startedAt) return () => date;
			throw new InvalidParameter(label, `is in the past: ${shown(end)}`);
		}
		const unit = resumeUnit(limit('resumeUnit'), label);
		const amount = limit('resumeAmount');
		const ms = (asNumber(amount) ?? NaN) * UNIT_MS[unit];
		if (ms > 0 && ms <= 1000 * MAX_DELAY_SECONDS) return (now) => new Date(now + ms);
		throw new InvalidParameter(
			label,
			`must be a number of ${unit} above 0, of a hundred years at the most, but is ${shown(amount)}`,
		);
	},
);
