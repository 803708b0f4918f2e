import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { customOperations } from './execution/customOperations';
import { getLists, searchLists } from './methods/mailingLists';
import { contactDescription, contactOperations } from './resources/contact';
import { emailDescription, emailOperations } from './resources/email';
import { mailingListDescription, mailingListOperations } from './resources/mailingList';
import { portalSessionDescription, portalSessionOperations } from './resources/portalSession';

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
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Contact', value: 'contact' },
					{ name: 'Email', value: 'email' },
					{ name: 'Mailing List', value: 'mailingList' },
					{ name: 'Portal Session', value: 'portalSession' },
				],
				default: 'email',
			},
			...contactDescription,
			...emailDescription,
			...mailingListDescription,
			...portalSessionDescription,
		],
	};

	methods = {
		loadOptions: { getLists },
		listSearch: { searchLists },
	};

	customOperations = customOperations({
		contact: contactOperations,
		email: emailOperations,
		mailingList: mailingListOperations,
		portalSession: portalSessionOperations,
	});
}
