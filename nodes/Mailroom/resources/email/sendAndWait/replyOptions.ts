import { WAIT_INDEFINITELY, type INodeProperties } from 'n8n-workflow';
import { isTool } from '../../../run/NodeCall';
import { oneOf, orElse } from '../../../parameters/choice';
import { futureDate } from '../../../parameters/date';
import type { Form, FormRun } from '../../../parameters/Form';
import type { Reader } from '../../../parameters/Reader';
import { InvalidParameter } from '../../../parameters/InvalidParameter';
import { MAX_DELAY_SECONDS, numberWhere } from '../../../parameters/number';
import { optionalText, requiredText } from '../../../parameters/text';
import { shown } from '../../../parameters/wording';
import type { Choice, Question } from './Question';
import { systemClock } from '../../../transport/clock';

// As in n8n's own nodes that send and wait.

export const approvalOptionsProperty: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Approval Option',
	default: {},
	displayOptions: { show: { responseType: ['approval', 'approvalWithText'] } },
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
						{ name: 'Approve and Decline', value: 'double' },
						{ name: 'Approve Only', value: 'single' },
					],
					default: 'double',
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

export const afterDeclineProperty: INodeProperties = {
	displayName: 'After Decline or Time Limit',
	name: 'afterDecline',
	type: 'options',
	options: [
		{
			name: 'Continue',
			value: 'continue',
			description: 'Output an item in which data.approved is false',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'Output no items, so nothing after this node runs. This also ends a loop.',
		},
	],
	default: 'stop',
	displayOptions: {
		show: { responseType: ['approval', 'approvalWithText'] },
		// In AI tools, the model learns of the decline.
		hide: { '@tool': [true] },
	},
};

export const prefilledTextProperty: INodeProperties = {
	displayName: 'Prefilled Text',
	name: 'prefilledText',
	type: 'string',
	typeOptions: { rows: 4 },
	placeholder: 'e.g. {{ $json.draft }}',
	default: '',
	displayOptions: { show: { responseType: ['approvalWithText', 'freeText'] } },
	description: 'Text in the field of the response page, for the recipient to edit',
};

export const LIMIT_WAIT_TIME = 'Limit Wait Time';

export const limitWaitTimeProperty: INodeProperties = {
	displayName: LIMIT_WAIT_TIME,
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: {
		values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
	},
	description:
		'Whether to stop waiting after a time limit. Without a reply, an approval counts as declined. For Free Text, data.expired is true.',
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
	const type = options.readFilled('approvalType', orElse(oneOf('single', 'double'), 'double'));
	if (type === 'single') return [approve];
	const decline = { label: labelOf('disapproveLabel', 'Decline'), approved: false };
	if (decline.label !== approve.label) return [approve, decline];
	const problem = `has two buttons called ${shown(approve.label)}`;
	throw new InvalidParameter(form.label('approvalOptions'), problem, 'Change one');
}

/** @throws InvalidParameter if n8n would continue where the node is to stop */
export function readAfterDecline(form: Form): Question['afterDecline'] {
	const node = form.run.context.getNode();
	// The field is hidden there.
	if (isTool(node)) return 'continue';
	const chosen = form.readFilled('afterDecline', orElse(oneOf('stop', 'continue'), 'stop'));
	if (chosen === 'continue' || !node.alwaysOutputData) return chosen;
	throw new InvalidParameter(
		form.label('afterDecline'),
		'is Stop, but the node\'s setting "Always Output Data" would run the next nodes without an approval',
		'Turn off "Always Output Data" in the Settings tab, or set "After Decline or Time Limit" to Continue',
	);
}

const MAX_PREFILLED_LENGTH = 100_000;

export function prefilledText(value: unknown, label: string): string | undefined {
	const text = optionalText(value, label);
	if (text === undefined || text.length <= MAX_PREFILLED_LENGTH) return text;
	const [length, most] = [text.length, MAX_PREFILLED_LENGTH].map((n) => n.toLocaleString('en-US'));
	throw new InvalidParameter(label, `has ${length} characters, more than ${most}`, 'Shorten it');
}

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

/** Without the tolerance of a delivery date, because n8n takes no reply after the limit. */
function dateAhead(run: FormRun): Reader<Date> {
	const read = futureDate(run);
	return (value, label) => {
		const date = new Date(read(value, label));
		if (date.getTime() > systemClock.timeOfDay()) return date;
		throw new InvalidParameter(label, `is in the past: ${shown(value)}`, 'Enter a later date');
	};
}
