/** `npm run schemas` writes the output schemas that contain a contact, with the fields of `contactFields`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contactFields } from '../../nodes/Mailroom/parameters/contactFields.ts';
import { repositoryFolder } from '../../tools/folders';

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };

/** The service's sample responses contain numbers. */
const NUMBERS = { userId: { type: ['number', 'string', 'null'] } };

const contact = {
	type: 'object',
	properties: {
		email: text,
		...Object.fromEntries(contactFields.map(({ name }) => [name, textOrNull])),
		...NUMBERS,
		hardBouncedAt: textOrNull,
		subscribedToLists: { type: 'array', items: text },
		customProperties: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
	},
};

/** Without the lists, which an existing contact may keep. */
const contactAsSent = {
	type: 'object',
	properties: {
		...{ success: { type: 'boolean' }, email: text },
		...Object.fromEntries(contactFields.map(({ name }) => [name, text])),
		customProperties: contact.properties.customProperties,
	},
};

/** Retry does not repeat Create. */
const createdContact = {
	...contactAsSent,
	properties: {
		...contactAsSent.properties,
		...{ alreadySent: { type: 'boolean' }, inDoubt: { type: 'boolean' } },
	},
};

const event = {
	type: 'object',
	properties: {
		...{ event: text, eventId: text, detectedAt: text, list: text },
		contact,
		sample: { type: 'boolean' },
	},
};

/** `version` is n8n's: it counts the changes of a schema. */
export const contactSchemas = [
	...['get', 'getAll', 'update'].map((operation) => ({
		path: `nodes/Mailroom/__schema__/v1.0.0/contact/${operation}.json`,
		schema: { ...contact, version: 1 },
	})),
	{
		path: 'nodes/Mailroom/__schema__/v1.0.0/contact/create.json',
		schema: { ...createdContact, version: 1 },
	},
	{
		path: 'nodes/Mailroom/__schema__/v1.0.0/contact/upsert.json',
		schema: { ...contactAsSent, version: 1 },
	},
	{
		path: 'nodes/MailroomTrigger/__schema__/v1.0.0.json',
		schema: { ...event, version: 1 },
	},
];

if (require.main === module) {
	for (const { path, schema } of contactSchemas) {
		writeFileSync(join(repositoryFolder, path), JSON.stringify(schema, null, '\t'));
	}
}
