import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { customOperations } from './execution/customOperations';
import { getCustomProperties } from './methods/customProperties';
import { getLists, searchLists } from './methods/mailingLists';
import { contact } from './resources/contact';
import { email } from './resources/email';
import { mailingList } from './resources/mailingList';
import { portalSession } from './resources/portalSession';
import { resourceProperties } from './resources/resourceProperties';

const resources = [contact, email, mailingList, portalSession];

export class Mailroom implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mailroom',
		name: 'mailroom',
		icon: { light: 'file:../../icons/mailroom.svg', dark: 'file:../../icons/mailroom.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Send email and keep a contact list',
		defaults: { name: 'Mailroom' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mailroomApi', required: true }],
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

	customOperations = customOperations(resources);
}
