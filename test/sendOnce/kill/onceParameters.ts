import { parametersOf, type OperationName } from '../../support/operations';

/** Parameter for emails that an earlier run left in doubt. */
export const inDoubtChoices = ['fail', 'skip', 'send'] as const;

export type InDoubtChoice = (typeof inDoubtChoices)[number];

/** Of a node that sends each recipient an email with this key once, or any number of times where it is empty. */
export function onceParameters(
	operation: OperationName,
	sendOnceKey: string,
	sendOnceInDoubt: InDoubtChoice = 'fail',
) {
	const options = sendOnceKey === '' ? {} : { sendOnceKey, sendOnceInDoubt };
	return { ...parametersOf(operation), options };
}
