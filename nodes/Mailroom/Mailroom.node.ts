import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { answerWebhook, answerWebhooks } from './answer/answerWebhook';
import { customOperations } from './execution/customOperations';
import { getCustomProperties } from './methods/customProperties';
import { getLists, searchLists } from './methods/mailingLists';
import { contact } from './resources/contact';
import { email } from './resources/email';
import { mailingList } from './resources/mailingList';
import { portalSession } from './resources/portalSession';
import { operationsOf } from './resources/Resource';
import { resourceProperties } from './resources/resourceProperties';
import { subtitle } from './resources/subtitle';

const resources = [contact, email, mailingList, portalSession];

/** What n8n's assistants read of the node when they look for one. */
const searchHint = [
	'Adds and updates contacts, from a form or a spreadsheet: contact upsert, with dataMode autoMapInputData when the input has one row per contact.',
	'Sends a single email, such as a welcome or a receipt, to any address: email sendTransactional. It is not personalized: use expressions there.',
	'Sends a personalized email to contacts (sendToContacts) or a newsletter to a whole mailing list (sendToList): there the service itself fills in {{firstName}}.',
	'Asks somebody by email and waits for an approval or a text: email sendAndWait.',
	'Lets contacts choose their lists: portalSession create, which returns a link.',
	'It keeps to the rate limit and puts many items into one request by itself: no loop, batch or wait node is needed around it.',
].join(' ');

export class Mailroom implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mailroom',
		name: 'mailroom',
		icon: { light: 'file:../../icons/mailroom.svg', dark: 'file:../../icons/mailroom.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitle(resources),
		description: 'Send transactional emails and newsletters, and keep the contacts who get them',
		defaults: { name: 'Mailroom' },
		usableAsTool: true,
		builderHint: { searchHint },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mailroomApi', required: true }],
		webhooks: answerWebhooks,
		waitingNodeTooltip:
			'={{ $parameter["operation"] === "sendAndWait" ? "Goes on when the email is answered" : "" }}',
		requestDefaults: {
			baseURL: '={{ $credentials.baseUrl.trim() }}',
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		},
		properties: resourceProperties(resources, email.resource),
	};

	methods = {
		loadOptions: { getCustomProperties, getLists },
		listSearch: { searchLists },
	};

	webhook = answerWebhook;

	customOperations = customOperations(operationsOf(resources));
}
