import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { asStringLiteral } from '../../../parameters/tags';
import { QUESTION, type Question } from './Question';
import { PAGE_HEADERS, questionPage, recordedPage } from './replyPage';

const METHODS = ['GET', 'HEAD', 'POST'] as const;

/** As in n8n's own nodes that send and wait. */
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
 * n8n has checked the link's signature. Mail scanners open links, so only a POST is a reply. Must not throw, as n8n would resume the
 * execution.
 */
export async function replyWebhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const question = questionOf(this);
	const { approved, question: id } = this.getQueryData() as { [name: string]: unknown };
	const choice = question?.choices.find((one) => String(one.approved) === approved);
	if (!question || question.id !== id || !choice) return show(this, 404, NOT_OPEN);
	if (this.getRequestObject().method !== 'POST') {
		return show(this, 200, questionPage(question, choice));
	}
	const isApproval = question.responseType === 'approval';
	const text = isApproval ? choice.label : textIn(this.getBodyData());
	if (text.trim() === '') return show(this, 400, questionPage(question, choice, EMPTY_TEXT));
	// n8n sends the page and adds its own policy.
	this.getResponseObject().set(PAGE_HEADERS);
	const reply = isApproval ? { approved: choice.approved } : { text };
	const data = { ...reply, respondedAt: new Date().toISOString() };
	const stops = isApproval && !choice.approved && question.afterDecline !== 'continue';
	return {
		webhookResponse: recordedPage(question, text),
		// An output without items. Without an output, a "Merge" node would wait forever.
		workflowData: [stops ? [] : [{ json: { data } }]],
	};
}

/** In a webhook, only expressions reach the node's context. */
function questionOf(context: IWebhookFunctions): Question | undefined {
	const node = asStringLiteral(context.getNode().name);
	try {
		const kept = context.evaluateExpression(`{{ $(${node}).context.${QUESTION} }}`);
		return JSON.parse(String(kept)) as Question;
	} catch {
		return undefined;
	}
}

/** n8n gives no body for an empty form, and `data` for multipart. */
export function textIn(body: IDataObject | undefined): string {
	const text = body?.text ?? (body?.data as IDataObject | undefined)?.text;
	return typeof text === 'string' ? text.replaceAll('\r\n', '\n') : '';
}

function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	context.getResponseObject().status(status).set(PAGE_HEADERS).send(page);
	return { noWebhookResponse: true };
}
