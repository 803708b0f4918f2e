import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { failureOf } from '../../../execution/Item';
import { itemError } from '../../../execution/itemError';
import type { Send } from '../../../execution/Operation';
import type { Run } from '../../../execution/Run';
import { joinSentences } from '../../../parameters/wording';
import { QUESTION, type Question } from './Question';

export interface WithQuestion {
	question: Question;
	/** For a wait that begins now. */
	until(): Date;
}

const NO_DECISION = "The time limit passed without a decision, so the tool didn't run.";

/** Sends the question, then lets the execution wait for the reply. */
export async function askAndWait(
	run: Run,
	context: IExecuteFunctions,
	send: Send,
): Promise<INodeExecutionData[]> {
	// n8n's type for a node that asks before an agent's tool runs.
	const isReview = run.node.type.endsWith('HitlTool');
	const output = isReview ? await sendToReviewer(run, send) : await send();
	const item = run.items.at(0);
	if (!item || failureOf(item)) return output;
	const { question, until } = item.values as WithQuestion;
	// As text, because n8n's expressions return proxies of objects.
	context.getContext('node')[QUESTION] = JSON.stringify(question);
	await context.putExecutionToWait(until());
	const input = context.getInputData();
	// After the time limit, n8n passes them on, and the agent would take an earlier approval in them for this one.
	if (isReview) for (const one of input) one.json = feedback(NO_DECISION);
	return input;
}

/** Lets the model hear that nobody was asked. n8n's agent takes an error for a decline. */
async function sendToReviewer(run: Run, send: Send): Promise<INodeExecutionData[]> {
	const failureOfReview = () => run.items.map(failureOf).at(0);
	const output = await send().catch((error: Error) => {
		const isStopped = run.node.onError === 'stopWorkflow' || run.isCancelled;
		if (isStopped || !failureOfReview()) throw error;
		return [];
	});
	const failure = failureOfReview();
	if (!failure) return output;
	const { message } = itemError(run, run.items[0]);
	const problem =
		failure.failed.kind === 'inDoubt'
			? "No decision counts, and the tool didn't run."
			: "Nobody was asked, and the tool didn't run.";
	const json = { ...feedback(joinSentences(problem, message)), error: message };
	return [{ json, pairedItem: { item: 0 } }];
}

/** The only text of a review that n8n's agent passes on to the model. */
function feedback(chatInput: string) {
	return { approved: false, chatInput };
}
