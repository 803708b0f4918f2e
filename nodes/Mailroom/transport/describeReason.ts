/**
 * A place in the request, as validators write it: `contacts[37].email`, `contacts.37.email` or `/contacts/37/email`. Items count
 * from 0. The groups are what is listed there, the number in either spelling, and what leads on to a field.
 */
export const PLACE =
	/(?<![\w/.])(?:(?:body|data|instance|request|#|\$)[./])?\/?(contacts|contactEmails)(?:\[(\d{1,5})\]|[./](\d{1,5})(?!\w))([./](?=\w))?/g;

const PROPERTY = /["'`]?\b(?:(?:body|data|instance|request)[./])?customProperties[./]/;

/** The name of a property may hold blanks: it ends before a verb, or where a sentence or a part of it does. */
const AFTER_NAME =
	/["'`:;,)\n]|\.\s|\.$| (?:is|are|was|has|must|should|does|cannot|could|expected|unknown|undefined|invalid|missing|required)\b/;
const MAX_NAME_LENGTH = 80;

/** A reason of the service in the words of the form, without paths of the wire such as `contacts[0].`. */
export function describeReason(reason: string): string {
	const [start, ...rest] = reason
		.replace(PLACE, (...[, list, , , field]: string[]) =>
			field ? '' : list === 'contacts' ? 'the contact' : 'the address',
		)
		.split(PROPERTY);
	return rest.reduce((words, path) => `${words}${propertyInWords(path)}`, start);
}

/** @param path what follows `customProperties.` */
function propertyInWords(path: string): string {
	const near = path.slice(0, MAX_NAME_LENGTH);
	const end = near.search(AFTER_NAME);
	const name = end === -1 ? near : near.slice(0, end);
	// The path may have stood in quotation marks, of which the first is gone.
	return `custom property "${name}"${path.slice(name.length).replace(/^["'`]/, '')}`;
}

const MISSING =
	/not found|there is no|no such|not exist|n't exist|not find|not defined|undefined|unknown/;

/** The texts of the service are not documented: one that fits no row gets no advice. The first that fits counts. */
const CAUSES: Array<{ about: RegExp; notAbout?: RegExp; says: RegExp; advice: string }> = [
	{
		about: /\bcustom ?propert/,
		says: MISSING,
		advice:
			'Define it in the dashboard of the service first, by exactly this name (capital and small letters count), or leave it out (a column that is mapped automatically: with "Columns to Ignore"). A first or last name belongs into the field "Name".',
	},
	{
		about: /\bcustom ?propert/,
		says: /must be (?:a )?number|expected (?:a )?number/,
		advice:
			'Give its value as a number: choose the type Number under "Custom Properties", or convert the column before this node.',
	},
	{
		about: /\b(?:lists?|subscribed|subscriber)\b/,
		says: /(?:not|n't) (?:subscribed|a subscriber|(?:a )?member|(?:on|in) (?:the )?list)/,
		advice:
			'The email reaches contacts of this list only: add the contact to it with "Update" and "Add to Lists", unless they have left it.',
	},
	{
		about: /\blists?\b/,
		notAbout: /\bcontacts?\b/,
		says: MISSING,
		advice:
			'A list goes by its name, such as "important", not by its title: "Get Many" of Mailing List shows both.',
	},
	{
		about: /\bcontacts?\b/,
		notAbout: /\blists?\b|unknown error/,
		says: MISSING,
		advice:
			'Check the address; if it is right, the contact was deleted, or must first be added with "Create or Update".',
	},
];

/** One sentence on what to do about a reason, where its cause is known; otherwise undefined. */
export function adviceOn(reason: string): string | undefined {
	// Names of lists and addresses are no words of the reason.
	const unquoted = reason.split('"').filter((_, index) => index % 2 === 0);
	const words = unquoted.join(' ').split(/\s+/);
	const said = words
		.filter((word) => !word.includes('@'))
		.join(' ')
		.toLowerCase();
	return CAUSES.find(
		({ about, notAbout, says }) => about.test(said) && !notAbout?.test(said) && says.test(said),
	)?.advice;
}
