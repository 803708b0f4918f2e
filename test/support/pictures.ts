import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node.ts';
import { MailroomTrigger } from '../../nodes/MailroomTrigger/MailroomTrigger.node.ts';
import { repositoryFolder } from '../../tools/folders';

/** The pictures of the README and the docs, which `npm run pictures` takes of n8n's editor. */
export const PICTURES_FOLDER = join(repositoryFolder, 'docs', 'images');
/** The texts of the form at the time the pictures were taken: a picture cannot be compared with a form. */
export const TEXTS_FILE = join(PICTURES_FOLDER, 'pictures.txt');

/** Parameters of the node in node.png. */
export const NODE_PARAMETERS = {
	resource: 'email',
	operation: 'sendToContacts',
	list: {
		__rl: true,
		mode: 'list',
		value: 'newsletter',
		cachedResultName: 'Newsletter (2 subscribers on 1 Dec)',
	},
	contactEmails: '={{ $json.email }}',
	subject: 'Welcome, {{firstName}}!',
	body: 'Dear {{firstName}},\n\nthank you for joining us. Every month, we send you:\n\n- our **news**\n- our plans',
} satisfies INodeParameters;

/** Parameters of the node in trigger.png. */
export const TRIGGER_PARAMETERS = { events: ['unsubscribed'] } satisfies INodeParameters;

/** The texts of the forms in the pictures, as they are now. */
export function textsOfForms(): string {
	return [
		...textsOf('node.png', new Mailroom().description, NODE_PARAMETERS),
		...textsOf('trigger.png', new MailroomTrigger().description, TRIGGER_PARAMETERS),
	]
		.map((line) => `${line}\n`)
		.join('');
}

export function textsOfPictures(): string {
	return readFileSync(TEXTS_FILE, 'utf8');
}

function textsOf(picture: string, description: INodeTypeDescription, parameters: INodeParameters) {
	const node = { typeVersion: 1 };
	const { properties } = description;
	const values =
		NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description) ?? {};
	const shown = properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, node, description),
	);
	return [`# ${picture}`, ...shown.map((property) => textOf(property, values[property.name]))];
}

/** Its name, and what is chosen of its options. */
function textOf({ displayName, options = [] }: INodeProperties, value: unknown) {
	const chosen = options
		.filter((option) => 'value' in option && [value].flat().includes(option.value))
		.map(({ name }) => name);
	return [displayName, ...chosen].join(': ');
}
