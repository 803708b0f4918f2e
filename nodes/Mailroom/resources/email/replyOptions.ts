import { WAIT_INDEFINITELY, type INodeProperties } from 'n8n-workflow';
import { oneOf, orElse } from '../../parameters/choice';
import { futureDate } from '../../parameters/date';
import type { Form } from '../../parameters/Form';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { asNumber, MAX_DELAY_SECONDS } from '../../parameters/number';
import { requiredText } from '../../parameters/text';
import { shown } from '../../parameters/wording';
import type { Choice } from '../../sendAndWait/Question';
import { systemClock } from '../../transport/clock';

// As in n8n's own nodes that send and wait.

export const approvalOptionsProperty: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	default: {},
	displayOptions: { show: { responseType: ['approval'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					options: [
						{ name: 'Approve Only', value: 'single' },
						{ name: 'Approve and Decline', value: 'double' },
					],
					default: 'single',
				},
				{
					displayName: 'Approve Button Label',
					name: 'approveLabel',
					type: 'string',
					default: 'Approve',
				},
				{
					displayName: 'Decline Button Label',
					name: 'disapproveLabel',
					type: 'string',
					displayOptions: { show: { approvalType: ['double'] } },
					default: 'Decline',
				},
			],
		},
	],
};

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

export function readApprovalOptions(form: Form): Choice[] {
	const options = form.inside('approvalOptions');
	const labelOf = (name: string, byDefault: string) =>
		options.readFilled(name, orElse(requiredText, byDefault)).replace(/\s+/g, ' ').trim();
	const approve = { label: labelOf('approveLabel', 'Approve'), approved: true };
	const type = options.readFilled('approvalType', orElse(oneOf('single', 'double'), 'single'));
	if (type === 'single') return [approve];
	const decline = { label: labelOf('disapproveLabel', 'Decline'), approved: false };
	if (decline.label !== approve.label) return [approve, decline];
	const problem = `has two buttons called ${shown(approve.label)}`;
	throw new InvalidParameter(form.label('approvalOptions'), problem);
}

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** Tells when to stop, for a wait that begins now. */
export function readLimitWaitTime(options: Form): () => Date {
	const limit = options.inside('limitWaitTime');
	if (limit.isUntouched) return () => WAIT_INDEFINITELY;
	const type = limit.readFilled('limitType', oneOf('afterTimeInterval', 'atSpecifiedTime'));
	if (type === 'atSpecifiedTime') {
		const until = new Date(limit.readFilled('maxDateAndTime', futureDate(limit.item)));
		return () => until;
	}
	const unit = limit.readFilled('resumeUnit', oneOf('minutes', 'hours', 'days'));
	const ms = limit.readFilled('resumeAmount', (amount, label) => {
		const inMs = (asNumber(amount) ?? NaN) * UNIT_MS[unit];
		if (inMs > 0 && inMs <= 1000 * MAX_DELAY_SECONDS) return inMs;
		const problem = `must be a number of ${unit} above 0, up to a hundred years, but is ${shown(amount)}`;
		throw new InvalidParameter(label, problem);
	});
	return () => new Date(systemClock.timeOfDay() + ms);
}
