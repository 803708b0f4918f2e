import type { IDisplayOptions } from 'n8n-workflow';
import type { SendOnceSettings } from '../../execution/Operation';
import { oneOf } from '../../parameters/choice';
import { ExpressionFailure } from '../../parameters/ExpressionFailure';
import { field, type Field, textField } from '../../parameters/Field';
import { wholeNumberFrom1 } from '../../parameters/number';
import { completeKey } from '../../parameters/sendOnceKey';
import { isEmpty } from '../../parameters/text';
import { HISTORY_SIZE, IF_IN_DOUBT, SEND_ONCE_KEY } from '../../sendOnce/optionLabels';

const DEFAULT_HISTORY_SIZE = 10_000;

/** The key, one for an email and all who get it. */
export function sendOnceKey(example: string): Field<string | undefined, 'sendOnceKey'> {
	const text = textField(
		{
			displayName: SEND_ONCE_KEY,
			name: 'sendOnceKey',
			placeholder: `e.g. ${example}`,
			description:
				'Sends each recipient at most one email per key, even if the workflow runs again, is retried or crashes. Use a value that identifies the email, such as an order number or newsletter issue.',
		},
		(value) => value,
	);
	return {
		...text,
		read: (parameters) =>
			completeKey({
				label: SEND_ONCE_KEY,
				entered: parameters.raw('sendOnceKey'),
				read: () => text.read(parameters),
				evaluate: (part) => {
					try {
						return parameters.evaluate(part);
					} catch (error) {
						throw error instanceof Error ? new ExpressionFailure(text.property, error) : error;
					}
				},
			}),
	};
}

/** The options beside the key mean nothing without it. In a collection n8n finds only what is beside it, not `/options.sendOnceKey`. */
const WITH_KEY: IDisplayOptions = { show: { sendOnceKey: [{ _cnd: { exists: true } }] } };

const inDoubtChoice = oneOf('fail', 'skip', 'send');

export const sendOnceInDoubt = field(
	{
		displayName: IF_IN_DOUBT,
		name: 'sendOnceInDoubt',
		type: 'options',
		options: [
			{
				name: 'Fail',
				value: 'fail',
				description: 'Stop with an error, so that you can look up whether it was sent',
			},
			{
				name: 'Send',
				value: 'send',
				description: 'Send it, even if the recipient may get it twice',
			},
			{
				name: 'Skip',
				value: 'skip',
				description: 'Do not send it, even if the recipient may have got nothing',
			},
		],
		default: 'fail',
		displayOptions: WITH_KEY,
		description:
			'What to do with an email that an earlier run began to send, such as one that crashed, and never learned the outcome of',
	},
	(value, label) => (isEmpty(value) ? 'fail' : inDoubtChoice(value, label)),
);

export const sendOnceHistory = field(
	{
		displayName: HISTORY_SIZE,
		name: 'sendOnceHistory',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_HISTORY_SIZE,
		displayOptions: WITH_KEY,
		description:
			'Number of recipients to remember. After an hour without use, older ones are forgotten and may get the email again. Must be at least the number of recipients in one run.',
	},
	(value, label) => (isEmpty(value) ? DEFAULT_HISTORY_SIZE : wholeNumberFrom1(value, label)),
);

/** The settings that the options make together; undefined without a key. */
export function sendOnceSettings(chosen: {
	sendOnceKey: string | undefined;
	sendOnceInDoubt: SendOnceSettings['inDoubt'];
	sendOnceHistory: number;
}): SendOnceSettings | undefined {
	const { sendOnceKey: key, sendOnceInDoubt: inDoubt, sendOnceHistory: historySize } = chosen;
	return key === undefined ? undefined : { key, inDoubt, historySize };
}
