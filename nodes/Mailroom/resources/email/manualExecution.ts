import type { INodeProperties } from 'n8n-workflow';
import { ExecutionEntries } from '../../ExecutionEntries';
import { isManual } from '../../run/executionOrigin';
import { isTool } from '../../run/NodeCall';
import type { Form, FormRun } from '../../parameters/Form';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { shown, shownBare } from '../../wording';
import { titleWhenChosen } from '../listTitles';

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

/**
 * @throws InvalidParameter if somebody tries out the workflow and has not typed the name of the list, or if n8n runs the node without
 * the memory that keeps a loop from sending again
 */
export function assertMayMail(list: string, form: Form): void {
	const { context } = form.run;
	assertRemembers(context);
	const entries = ExecutionEntries.in(context);
	if (!isManual(context) && !entries.get('refusedInEditor')) return;
	const typed = form.inside('options').raw('sendInManualExecutions');
	if (typeof typed === 'string' && typed.trim() === list) return;
	entries.set('refusedInEditor', true);
	const way = isSpelling(typed, list, form.raw('list'))
		? `You typed ${shownBare(typed)}. Type ${shownBare(list)}`
		: `To see the email first, enter your own address in "${TEST_RECIPIENT}". To send it to the whole list, add the option "${SEND_IN_MANUAL_EXECUTIONS}" and type ${shownBare(list)}`;
	throw new RefusedList(list, `Nothing was sent to the list. ${way}`);
}

/** In a manual execution. */
export class RefusedList extends InvalidParameter {
	/** @param subscribers of the list, if known */
	constructor(
		readonly list: string,
		advice?: string,
		subscribers?: number,
	) {
		const noun = subscribers === 1 ? 'subscriber' : 'subscribers';
		const has =
			subscribers === undefined ? '' : `, which has ${subscribers.toLocaleString('en-US')} ${noun}`;
		const problem = `is empty, and "${SEND_IN_MANUAL_EXECUTIONS}" doesn't name the list ${shown(list)}${has}`;
		super(TEST_RECIPIENT, problem, advice);
	}

	with(subscribers: number): RefusedList {
		return new RefusedList(this.list, this.advice, subscribers);
	}
}

/** Whether the user has typed the title of the list, or its name in another spelling. */
function isSpelling(typed: unknown, list: string, chosen: unknown): boolean {
	if (typeof typed !== 'string' || typed.trim() === '') return false;
	const comparable = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');
	const title = titleWhenChosen(chosen) ?? list;
	return [list, title].some((name) => comparable(name) === comparable(typed));
}

/** n8n's Engine 2.0 runs a node as it does tools: item by item, each time with a new context. */
function assertRemembers(context: FormRun['context']): void {
	if (!('getItemIndex' in context) || isTool(context.getNode())) return;
	throw new InvalidParameter(
		'Send to List',
		"can't be used here: this engine of n8n doesn't tell the node what it has sent, so a loop would send the email again in each round",
		"Run the workflow without n8n's Engine 2.0",
	);
}
