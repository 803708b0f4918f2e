import { parametersOf, type OperationName } from '../operations';

/** What becomes of an email that an earlier run left in doubt. */
export const inDoubtChoices = ['fail', 'skip', 'send'] as const;

export type InDoubtChoice = (typeof inDoubtChoices)[number];

/** Of a node that sends each recipient an email with this key once. */
export function onceParameters(
	operation: OperationName,
	sendOnceKey: string,
	sendOnceInDoubt: InDoubtChoice = 'fail',
) {
	return { ...parametersOf(operation), options: { sendOnceKey, sendOnceInDoubt } };
}
