import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { asStringLiteral } from '../parameters/personalizationTags';
import { PAGE_HEADERS, questionPage, recordedPage } from './replyPage';
import { QUESTION, type Question } from './Question';

const METHODS = ['GET', 'HEAD', 'POST'] as const;

/** The requests for a link that n8n hands to the node while its execution waits, in the form of n8n's own nodes. */
export const replyWebhooks: IWebhookDescription[] = METHODS.map((httpMethod) => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
}));

const EMPTY_TEXT = 'The response is empty. Please write something.';

const NOT_OPEN = 'This request is no longer open.';

/**
 * Handles a request for a link of the email, whose signature n8n has checked. Mail scanners open links, so that only the POST
 * of the button on the page is a reply. Never throws: n8n would go on with the execution.
 */
export async function replyWebhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const question = questionOf(this);
	const { approved, question: id } = this.getQueryData() as { [name: string]: unknown };
	const choice = question?.choices.find((one) => String(one.approved) === approved);
	if (!question || question.id !== id || !choice) return show(this, 404, NOT_OPEN);
	if (this.getRequestObject().method !== 'POST') {
		return show(this, 200, questionPage(question, choice));
	}
	if (question.responseType === 'approval') {
		return recorded(this, { approved: choice.approved }, recordedPage(question, choice.label));
	}
	const text = textIn(this.getBodyData());
	if (text.trim() === '') return show(this, 400, questionPage(question, choice, EMPTY_TEXT));
	return recorded(this, { text }, recordedPage(question, text));
}

/**
 * The question of the email: the fields of the node may give something else by now. n8n offers no other way here to what the
 * node has kept than an expression.
 */
function questionOf(context: IWebhookFunctions): Question | undefined {
	const node = asStringLiteral(context.getNode().name);
	try {
		const kept = context.evaluateExpression(`{{ $(${node}).context.${QUESTION} }}`);
		return JSON.parse(String(kept)) as Question;
	} catch {
		return undefined;
	}
}

/** The text of a reply. Browsers send line breaks of a form as two characters. Without a body n8n gives none at all, of one in parts `data`. */
export function textIn(body: IDataObject | undefined): string {
	const text = body?.text ?? (body?.data as IDataObject | undefined)?.text;
	return typeof text === 'string' ? text.replaceAll('\r\n', '\n') : '';
}

function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	context.getResponseObject().status(status).set(PAGE_HEADERS).send(page);
	return { noWebhookResponse: true };
}

function recorded(
	context: IWebhookFunctions,
	reply: IDataObject,
	page: string,
): IWebhookResponseData {
	// n8n sends the page itself, and adds to these a policy of its own.
	context.getResponseObject().set(PAGE_HEADERS);
	const data = { ...reply, respondedAt: new Date().toISOString() };
	return { webhookResponse: page, workflowData: [[{ json: { data } }]] };
}
