import type { INodeProperties } from 'n8n-workflow';
import type { Form } from '../../../parameters/Form';
import { InvalidParameter } from '../../../parameters/InvalidParameter';
import { wholeNumberFrom1 } from '../../../parameters/number';

const RECIPIENTS_AT_MOST = 'Recipients at Most';

export const maxRecipientsProperty: INodeProperties = {
	displayName: RECIPIENTS_AT_MOST,
	name: 'maxRecipients',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description: 'How many people may get an email. If there are more, nothing is sent.',
};

export interface WithMaxRecipients {
	/** Undefined without a limit. */
	maxRecipients: number | undefined;
}

/** @throws InvalidParameter if the option was added, but has no number: an emptied limit must not mean "no limit" */
export function readMaxRecipients(options: Form): number | undefined {
	if (!options.isAdded('maxRecipients')) return undefined;
	const advice = 'To send without a limit, remove the option';
	return options.readFilled(
		'maxRecipients',
		(value, label) => wholeNumberFrom1(value, label, advice),
		'Check the expression',
	);
}

/** @param problem continues the sentence, such as "the list has 4,800 subscribers" */
export function beyondLimit(maxRecipients: number, problem: string): InvalidParameter {
	return new InvalidParameter(
		RECIPIENTS_AT_MOST,
		`is ${maxRecipients.toLocaleString('en-US')}, but ${problem}`,
		'Nothing was sent. Check the recipients, or enter a larger number',
	);
}
