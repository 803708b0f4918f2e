import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import codex from '../../nodes/Mailroom/Mailroom.node.json';

/** What people ask n8n's assistant for. */
const wishes = [
	'when someone fills in the form, add them and send a welcome',
	'send a newsletter every Monday',
	'import our 300 customers from this CSV file',
	'email the receipt after a payment',
	'take people off the list when their address bounces',
	'let customers choose what they get from us',
	'an announcement to the team members',
	'subscribe new users to product updates',
	'keep the contacts in the CRM in sync',
	'email campaign to all subscribers next week',
	'send email',
];

const { description } = new Mailroom();

/** Shorter words stand in everything. */
const SHORTEST_WORD = 3;

/** n8n's search splits a wish into words, and looks for each in these texts. */
const words = (wish: string) =>
	wish
		.toLowerCase()
		.split(/[\s,]+/)
		.filter((word) => word.length >= SHORTEST_WORD);

test.each(wishes)('"%s" finds the node by one of its words', (wish) => {
	const aliases = codex.alias.map((alias) => alias.toLowerCase());
	const found = words(wish).filter((word) =>
		aliases.some((alias) => alias.split(' ').some((part) => part.startsWith(word))),
	);
	expect(found).not.toEqual([]);
});

test('the hint for assistants names operations and values that exist', () => {
	const { searchHint = '' } = description.builderHint ?? {};
	const values = description.properties.flatMap(({ name, options = [] }) => [
		name,
		...options.flatMap((option) => ('value' in option ? [String(option.value)] : [])),
	]);
	const named = searchHint.match(/\b[a-z]+[A-Z]\w*/g) ?? [];

	expect(named).toEqual(
		expect.arrayContaining(['sendToList', 'portalSession', 'autoMapInputData']),
	);
	expect(named.filter((name) => !values.includes(name) && name !== 'firstName')).toEqual([]);
});
