import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { customOperation } from './run/customOperation';
import { getCustomProperties, getLists, searchLists } from './resources/dropDowns';
import { byResource, properties, subtitle } from './resources';
import { replyWebhook, replyWebhooks } from './resources/email/sendAndWait/replyWebhook';

/** Read by n8n's assistants when they look for a node. */
const searchHint = [
	'Works with the email service IndiePitcher, or another one with the same API.',
	'Adds and updates contacts, from a form or a spreadsheet: contact upsert, with dataMode autoMapInputData when the input has one row per contact.',
	"Sends a single email, such as a welcome or a receipt, to any address: email sendTransactional. It isn't personalized: use expressions there.",
	'Sends a personalized email to contacts (sendToContacts) or a newsletter to a whole mailing list (sendToList): there the service itself fills in {{firstName}}. In manual executions, sendToList sends only to its testRecipient, unless the user has typed the name of the list in options.sendInManualExecutions: never fill it in.',
	'Sends a question by email and waits for an approval, a written response, or both (responseType approvalWithText, such as to edit and approve a draft): email sendAndWait. It takes one item: turn on Execute Once, or use Loop Over Items with afterDecline continue.',
	'Lets contacts choose their lists: portalSession create, which returns a personal link.',
	'Apart from sendAndWait, no loop, batch or wait node is needed: the node keeps to the rate limit and batches items itself.',
].join(' ');

export class Mailroom implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mailroom',
		name: 'mailroom',
		icon: { light: 'file:../../icons/mailroom.svg', dark: 'file:../../icons/mailroom.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle,
		description: 'Send emails and newsletters, and manage contacts, with IndiePitcher',
		defaults: { name: 'Mailroom' },
		usableAsTool: true,
		builderHint: { searchHint },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mailroomApi', required: true }],
		webhooks: replyWebhooks,
		waitingNodeTooltip:
			'={{ $parameter["operation"] === "sendAndWait" ? "Continues when the recipient responds" : "" }}',
		requestDefaults: {
			baseURL: '={{ $credentials.baseUrl.trim() }}',
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		},
		properties,
	};

	methods = {
		loadOptions: { getCustomProperties, getLists },
		listSearch: { searchLists },
	};

	webhook = replyWebhook;

	customOperations = byResource(customOperation);
}
