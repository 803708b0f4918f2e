import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ExecutionEntries } from '../../../ExecutionEntries';
import { passOnInstead } from '../../../n8nInternals';
import { abortIfFailed } from '../../../run/report/abortRun';
import { failedBy } from '../../../run/failedBy';
import { failureOf } from '../../../run/Item';
import { itemError } from '../../../run/report/itemError';
import type { Run, Send } from '../../../run/Operation';
import { outputItems } from '../../../run/report/outputItems';
import { InvalidParameter } from '../../../parameters/InvalidParameter';
import { joinSentences } from '../../../wording';
import { systemClock } from '../../../clock';
import type { Reach } from './askEach';
import { LIMIT_WAIT_TIME } from './limitWaitTime';
import { expiredOutput, QUESTION, type Question } from './Question';

export interface WithQuestion {
	question: Question;
	/** For a wait that begins now. */
	until(): Date;
}

const NO_DECISION = "The time limit passed without a decision, so the tool didn't run.";

/** Sends the question, then lets the execution wait for the reply. */
export async function askAndWait(
	run: Run<WithQuestion>,
	context: IExecuteFunctions,
	send: Send,
): Promise<INodeExecutionData[]> {
	// n8n's type for a node that asks before an agent's tool runs.
	const isReview = run.n8n.node.type.endsWith('HitlTool');
	const sendQuestion = async () => await sendInTime(run, send);
	const output = isReview ? await sendToReviewer(run, sendQuestion) : await sendQuestion();
	const asked = askedIn(run);
	if (!asked) return output;
	const { question, until } = asked;
	const limit = until();
	const stored = { ...question, ...reachIn(run), until: limit.getTime() } satisfies Question;
	ExecutionEntries.in(context).set(QUESTION, JSON.stringify(stored));
	await context.putExecutionToWait(limit);
	const json = isReview ? feedback(NO_DECISION) : expiredOutput(question);
	// After the time limit, n8n skips the node and passes on its input. A reply replaces it.
	passOnInstead(context, json ? [{ json }] : []);
	return [];
}

/** Fails if the time limit ends before the wait begins: n8n would then take no reply. */
async function sendInTime(run: Run<WithQuestion>, send: Send): Promise<INodeExecutionData[]> {
	const output = await send();
	const asked = askedIn(run);
	if (!asked || asked.until().getTime() >= systemClock.timeOfDay()) return output;
	const problem = 'ended while the email was being sent, so nobody can respond to it';
	run.items[0].invalid = failedBy(
		new InvalidParameter(LIMIT_WAIT_TIME, problem, 'Set a later time'),
	);
	abortIfFailed(run);
	return await outputItems(run);
}

/** Undefined if the question was not sent. */
function askedIn(run: Run<WithQuestion>): WithQuestion | undefined {
	const item = run.items.at(0);
	return item && !failureOf(item) ? item.values : undefined;
}

function reachIn(run: Run<WithQuestion>): Reach | undefined {
	const outcomes = run.items.flatMap(({ units }) => units.map(({ outcome }) => outcome));
	const accepted = outcomes.find((outcome) => outcome?.kind === 'accepted');
	return accepted?.kind === 'accepted' ? (accepted.result as Reach) : undefined;
}

/** Lets the model hear that nobody was asked. n8n's agent takes an error for a decline. */
async function sendToReviewer(run: Run<WithQuestion>, send: Send): Promise<INodeExecutionData[]> {
	const failureOfReview = () => run.items.map(failureOf).at(0);
	const output = await send().catch((error: Error) => {
		const isStopped = run.n8n.node.onError === 'stopWorkflow' || run.n8n.isCanceled;
		if (isStopped || !failureOfReview()) throw error;
		return [];
	});
	if (!failureOfReview()) return output;
	const { message } = itemError(run, run.items[0]);
	const isAsked = run.items[0].units.some(
		({ outcome }) => outcome?.kind === 'accepted' || outcome?.kind === 'inDoubt',
	);
	const problem = isAsked
		? "No decision counts, and the tool didn't run."
		: "Nobody was asked, and the tool didn't run.";
	const json = { ...feedback(joinSentences(problem, message)), error: message };
	return [{ json, pairedItem: { item: 0 } }];
}

/** The only text of a review that n8n's agent passes on to the model. */
function feedback(chatInput: string) {
	return { approved: false, chatInput };
}
