import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { asStringLiteral } from '../../../parameters/braces';
import { systemClock } from '../../../clock';
import { linksOf, QUESTION, type Question } from './Question';
import { replyIn } from './reply';
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

const NOT_OPEN = 'This request is no longer open.';

const IS_OVER = 'The time limit of this request is over.';

/**
 * n8n has checked the link's signature. Mail scanners open links, so only a POST is a reply. Must not throw, as n8n would resume the
 * execution.
 */
export async function replyWebhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const question = questionOf(this);
	const query = this.getQueryData() as { [name: string]: unknown };
	const link = question && linksOf(question).find((one) => String(one.approved) === query.approved);
	const person = question && personIn(question, query.person);
	if (!link || question.id !== query.question || !person) return show(this, 404, NOT_OPEN);
	// n8n may take a minute to see it.
	if (isOver(question)) return show(this, 410, IS_OVER);
	if (this.getRequestObject().method !== 'POST') {
		return show(this, 200, questionPage(question, { ...link, ...person }));
	}
	const reply = replyIn(question, link, this.getBodyData());
	if ('problem' in reply)
		return show(this, 400, questionPage(question, { ...link, ...person }, reply));
	// n8n sends the page and adds its own policy.
	this.getResponseObject().set(PAGE_HEADERS);
	const { notReached = [] } = question;
	const data = {
		...reply,
		respondedAt: new Date().toISOString(),
		...(person.address !== undefined && { respondedBy: person.address }),
		...(notReached.length > 0 && { notReached }),
	};
	const stops = reply.approved === false && question.afterDecline !== 'continue';
	return {
		webhookResponse: recordedPage(question, reply, person.address),
		// An output without items. Without an output, a "Merge" node would wait forever.
		workflowData: [stops ? [] : [{ json: { data } }]],
	};
}

/** In a webhook, only expressions reach the node's context. */
function questionOf(context: IWebhookFunctions): Question | undefined {
	const node = asStringLiteral(context.getNode().name);
	try {
		const stored = context.evaluateExpression(`{{ $(${node}).context.${QUESTION} }}`);
		return JSON.parse(String(stored)) as Question;
	} catch {
		return undefined;
	}
}

/** Whose link it is. Undefined for none, without an address in questions of earlier versions. */
function personIn({ people }: Question, person: unknown): { address?: string } | undefined {
	if (!people) return {};
	const address = people.find((_, index) => String(index) === person);
	return address === undefined ? undefined : { address };
}

/** Questions of earlier versions have no limit here. */
function isOver({ until = Infinity }: Question): boolean {
	return systemClock.timeOfDay() >= until;
}

function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	context.getResponseObject().status(status).set(PAGE_HEADERS).send(page);
	return { noWebhookResponse: true };
}
