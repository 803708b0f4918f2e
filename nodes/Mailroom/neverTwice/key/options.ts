import type { INodeProperties } from 'n8n-workflow';
import { oneOf, orElse } from '../../parameters/choice';
import type { Form } from '../../parameters/Form';
import { wholeNumberFrom1 } from '../../parameters/number';
import { completeKey } from './completeKey';

export const SEND_ONCE_KEY = 'Send Once Key';
export const IF_IN_DOUBT = 'If in Doubt';
export const HISTORY_SIZE = 'Send Once History Size';

const DEFAULT_HISTORY_SIZE = 10_000;

export interface KeyTexts {
	placeholder: string;
	/** Says who or what is skipped, where it isn't recipients. */
	skipped?: string;
}

/** In alphabetical order. */
export function sendOnceProperties({
	placeholder,
	skipped = 'Recipients who got it are skipped',
}: KeyTexts): INodeProperties[] {
	return [
		{
			displayName: HISTORY_SIZE,
			name: 'sendOnceHistory',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_HISTORY_SIZE,
			description:
				'How many recipients to remember. At least as many as one execution has. Older ones can get the email again.',
		},
		{
			displayName: IF_IN_DOUBT,
			name: 'sendOnceInDoubt',
			type: 'options',
			options: [
				{ name: 'Fail', value: 'fail', description: 'Fail so that you can check' },
				{ name: 'Send', value: 'send', description: 'Send it, at the risk of a duplicate' },
				{
					name: 'Skip',
					value: 'skip',
					description: 'Count it as sent, at the risk of a missing email',
				},
			],
			default: 'fail',
			description:
				'What to do if nobody knows whether an earlier run sent this email, such as after a crash',
		},
		{
			displayName: SEND_ONCE_KEY,
			name: 'sendOnceKey',
			type: 'string',
			placeholder,
			default: '',
			description: `Text that names this email, such as welcome. ${skipped}.`,
		},
	];
}

export interface SendOnce {
	key: string;
	ifInDoubt: 'fail' | 'skip' | 'send';
	historySize: number;
}

export interface WithSendOnce {
	/** Undefined without a key. */
	sendOnce: SendOnce | undefined;
}

/** Undefined without a key. */
export function readSendOnce(options: Form): SendOnce | undefined {
	const key = completeKey(options, 'sendOnceKey');
	const ifInDoubt = options.read('sendOnceInDoubt', orElse(oneOf('fail', 'skip', 'send'), 'fail'));
	const orDefault = orElse(wholeNumberFrom1, DEFAULT_HISTORY_SIZE);
	const historySize = options.read('sendOnceHistory', orDefault);
	return key === undefined ? undefined : { key, ifInDoubt, historySize };
}
