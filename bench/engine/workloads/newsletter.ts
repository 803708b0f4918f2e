/** What an email to contacts or a list says, in all works. */
export const newsletter = {
	list: { __rl: true, mode: 'name', value: 'important' },
	subject: 'Hello {{firstName}}',
	bodyFormat: 'markdown',
	body: 'Your plan **changes** soon.',
	delivery: 'now',
	options: {},
};
