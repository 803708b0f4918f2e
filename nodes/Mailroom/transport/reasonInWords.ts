import { comparableName, contactFieldOf, FORM_LABELS } from '../contactFieldNames';

/**
 * What the service gives as its reason, in the words of the form, and what to do about it. The texts of the service are not
 * documented: what is not recognised stays as it is.
 */

/** Where a contact stands in the request means nothing to the user, nor do names of the wire. */
const WORDS: Array<[wire: RegExp, inWords: string]> = [
	// The beginning of a path, as validators write it.
	[
		/(?<![\w/.])[.#]?\/?(?:(?:\$|req|request|requestBody|body|data|input|params|root|json|instance|payload)(?:\.|\/| -> )){1,3}(?=(?:contacts?|contactEmails?|customProperties|(?:add|remov)edListSubscripitons)\b)/g,
		'',
	],
	[/(?<![\w/.])[.#]{1,2}\/?(?=contacts(?:\[|\.\d))/g, ''],
	[
		/(?<![\w/.])contacts\[\d{1,5}\]\[["']?(email|userId|avatarUrl|name|languageCode|subscribedToLists|customProperties)["']?\]/g,
		'$1',
	],
	[/(?<![\w/.])contacts?(?:\[(?:\d{1,5}|\*)?\]|\.\d{1,5})\.(?=\w)/g, ''],
	[/(?<![\w/.])contacts ?-> ?\d{1,5} ?-> ?(?=\w)/g, ''],
	[
		/(?<![\w/.])#?\/?contacts\/\d{1,5}\/(?=(?:email|userId|avatarUrl|name|languageCode|updateIfExists|ignoreListSubscriptionsWhenUpdating|subscribedToLists|customProperties)\b)/g,
		'',
	],
	[/(?<![\w/.])#?\/?contacts(?:\[\d{1,5}\]|\.\d{1,5}|\/\d{1,5})(?![\w/[]|\.\w)/g, 'the contact'],
	[
		/(?<![\w/.])#?\/?contactEmails(?:\[\d{1,5}\]|\.\d{1,5}|\/\d{1,5})(?![\w/[]|\.\w)/g,
		'the address',
	],
	[/(?<![\w/.])#?\/?addedListSubscripitons(?:\[\d{1,5}\]|[./]\d{1,5})?(?!\w)/g, '"Add to Lists"'],
	[
		/(?<![\w/.])#?\/?removedListSubscripitons(?:\[\d{1,5}\]|[./]\d{1,5})?(?!\w)/g,
		'"Remove From Lists"',
	],
];

/** The reason without paths of the wire such as `contacts[0].`. */
export function reasonInWords(reason: string): string {
	const text = WORDS.reduce((words, [wire, inWords]) => words.replace(wire, inWords), reason);
	const [start, ...rest] = text.split(CUSTOM_PROPERTIES);
	return rest.reduce(withProperty, start);
}

const CUSTOM_PROPERTIES = 'customProperties';
const MAX_NAME_LENGTH = 80;

/** Where a name ends that may hold blanks: before a verb, or where a sentence or a part of it does. */
const AFTER_NAME =
	/[:;,)\n]|\.\s|\.$| (?:is|are|was|has|must|should|does|cannot|could|expected|unknown|undefined|invalid|missing|required)\b/;

/** Adds what followed `customProperties` to what stood before: a path to a property becomes its name. */
function withProperty(before: string, after: string): string {
	const quote = /["'`]$/.exec(before)?.[0];
	const isPath = after.startsWith('.') || after.startsWith('/');
	if (isPath && quote) return withName(before.slice(0, -1), after.slice(1), quote);
	if (isPath) return withName(before, after.slice(1));
	if (after.startsWith('[')) return withName(before, after.slice(1), ']');
	return `${before}${CUSTOM_PROPERTIES}${after}`;
}

/** @param end the character after the name, which belongs to the path; without it the name ends where a word says so */
function withName(before: string, after: string, end?: string): string {
	const near = after.slice(0, MAX_NAME_LENGTH);
	const found = end === undefined ? near.search(AFTER_NAME) : near.indexOf(end);
	const length = found === -1 ? near.length : found;
	const rest = after.slice(length + (end === undefined || found === -1 ? 0 : 1));
	return `${before}custom property "${near.slice(0, length).replace(/["'`]/g, '')}"${rest}`;
}

const MISSING = ['not found', 'there is no', 'no such', 'not exist', "n't exist", 'not find'];

interface Cause {
	about: RegExp;
	/** A word that makes the cause another one, or an uncertain one. */
	unless?: RegExp;
	/** One of these stands in the reason. */
	says: string[];
	advice(reason: string): string;
}

/** The first that fits. */
const CAUSES: Cause[] = [
	{
		about: /\bcustom ?propert(?:y|ies)\b/,
		says: ['not defined', 'undefined', 'unknown', ...MISSING],
		advice: adviceOnProperty,
	},
	{
		about: /\bcustom ?propert(?:y|ies)\b/,
		says: ['must be a number', 'must be number', 'expected number', 'expected a number'],
		advice: () =>
			'Give its value as a number: choose the type Number under "Custom Properties", or convert the column before this node.',
	},
	{
		about: /\b(?:list|lists|subscribed|subscriber)\b/,
		says: [
			...['not subscribed', "n't subscribed", 'not a subscriber', 'not a member', 'not member'],
			...['not on the list', 'not on list', 'not in the list', 'not in list'],
		],
		advice: () =>
			'The email reaches contacts of this list only: add the contact to it with "Update" and "Add to Lists", unless they have left it.',
	},
	{
		about: /\blists?\b/,
		unless: /\bcontacts?\b/,
		says: ['unknown list', 'unknown mailing list', 'invalid list', ...MISSING],
		advice: () =>
			'A list goes by its name, such as "important", not by its title: "Get Many" of Mailing List shows both.',
	},
	{
		about: /\bcontacts?\b/,
		unless: /\blists?\b/,
		says: ['unknown contact', ...MISSING],
		advice: () =>
			'Check the address; if it is right, the contact was deleted, or must first be added with "Create or Update".',
	},
];

/** One sentence on what to do, where the cause is known; otherwise undefined. */
export function adviceOn(reason: string): string | undefined {
	return causeOf(reason)?.advice(reason);
}

/** The custom property that the service does not know, by its reason; undefined where that is about something else. */
export function undefinedProperty(reason: string): string | undefined {
	const inWords = reasonInWords(reason);
	return causeOf(inWords)?.advice === adviceOnProperty ? propertyIn(inWords) : undefined;
}

function causeOf(reason: string): Cause | undefined {
	const said = withoutNames(reason).toLowerCase();
	return CAUSES.find(
		({ about, unless, says }) =>
			about.test(said) && !unless?.test(said) && says.some((words) => said.includes(words)),
	);
}

/** Names of lists and addresses are no words of the reason. */
function withoutNames(reason: string): string {
	const outsideQuotes = reason.split('"').filter((_, index) => index % 2 === 0);
	return outsideQuotes
		.join(' ')
		.split(/\s+/)
		.filter((word) => !word.includes('@'))
		.join(' ');
}

/** The name of a custom property in a reason in words; empty where it gives none. */
function propertyIn(reason: string): string {
	const [, named = ''] = reason.split('custom property "');
	return named.split('"')[0];
}

function adviceOnProperty(reason: string): string {
	const fieldName = contactFieldOf(comparableName(propertyIn(reason)));
	const label = fieldName && FORM_LABELS[fieldName];
	if (!label) {
		return 'Define it in the dashboard of the service first, by exactly this name (capital and small letters count), or leave it out (a column that is mapped automatically: with "Columns to Ignore").';
	}
	const tags = label === 'Name' ? ', from which {{firstName}} and {{lastName}} come' : '';
	return `Use the field "${label}" in place of a custom property${tags}.`;
}
