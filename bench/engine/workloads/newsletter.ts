/** What an email to contacts or a list says, in all works. */
export const newsletter = {
	list: { __rl: true, mode: 'name', value: 'important' },
	subject: 'Hello {{firstName}}',
	bodyFormat: 'markdown',
	body: 'Your plan **changes** soon.',
	delivery: 'now',
	options: {},
};

/** A body of 100,000 characters that is an item of a node named Text. One of them takes two bytes, as in most emails. */
export const fetched = {
	body: "={{ $('Text').item.json.body }}",
	text: { body: 'Your plan **changes** soon … '.repeat(5_000).slice(0, 100_000) },
};
