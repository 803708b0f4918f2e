import type { INodeProperties } from 'n8n-workflow';
import { isManual } from '../../../run/executionOrigin';
import { ExecutionMemory } from '../../../run/memory/ExecutionMemory';
import type { Form } from '../../../parameters/Form';
import { InvalidParameter } from '../../../parameters/InvalidParameter';
import { shown, shownBare } from '../../../parameters/wording';

// A manual execution mails a list only if the user has typed its name.

export const TEST_RECIPIENT = 'Test Recipient';

const SEND_IN_MANUAL_EXECUTIONS = 'Send in Manual Executions';

export const sendInManualExecutionsProperty: INodeProperties = {
	displayName: SEND_IN_MANUAL_EXECUTIONS,
	name: 'sendInManualExecutions',
	type: 'string',
	// An expression could name any list. With this, n8n never evaluates one.
	noDataExpression: true,
	placeholder: 'e.g. newsletter',
	default: '',
	description:
		'Name of the list that gets the email even if you start the execution in the editor, such as with Execute step',
};

/** @throws InvalidParameter if the execution was started in the editor, and the user has not typed the name of the list */
export function assertMayMail(list: string, form: Form): void {
	const { context } = form.run;
	const memory = new ExecutionMemory(context.getContext('node'));
	if (!isManual(context) && !memory.get('refusedInEditor')) return;
	const typed = form.inside('options').raw('sendInManualExecutions');
	if (typeof typed === 'string' && typed.trim() === list) return;
	memory.set('refusedInEditor', true);
	throw new InvalidParameter(
		TEST_RECIPIENT,
		`is empty, and "${SEND_IN_MANUAL_EXECUTIONS}" doesn't name the list ${shown(list)}`,
		`Nothing was sent to the list. To see the email first, enter your own address in "${TEST_RECIPIENT}". To send it to the whole list, add the option "${SEND_IN_MANUAL_EXECUTIONS}" and type ${shownBare(list)}`,
	);
}
