import type { Demo } from './startDemo';

type Introduced = Pick<Demo, 'forms' | 'assistant' | 'login' | 'token'> & {
	n8n: Pick<Demo['n8n'], 'url'>;
	sandbox: Pick<Demo['sandbox'], 'url' | 'origin' | 'apiKey'>;
};

/** The README's tour begins with it. */
const FIRST_FORM = 'Form to welcome email';

/**
 * The lines that `npm start` prints once everything runs.
 *
 * @param folder with the demo's data
 */
export function introduction(
	{ n8n, sandbox, forms, assistant, login, token }: Introduced,
	folder: string,
): string[] {
	const line = ({ name, url, hasLogin }: Introduced['forms'][number]) =>
		`Form       ${url}  (${name}${hasLogin ? ', asks for the login' : ''})`;
	const [first, others] = [true, false].map((isFirst) =>
		forms.filter(({ name }) => (name === FIRST_FORM) === isFirst).map(line),
	);
	return [
		'',
		'Open these addresses in a browser on this machine, the form first:',
		...first,
		`Inbox      ${sandbox.origin}/`,
		`Editor     ${n8n.url}/  (login ${login.email}, password ${login.password})`,
		`Guides     ${sandbox.origin}/README.md`,
		'',
		'The other templates:',
		...others,
		...(assistant ? [`Assistant  ${assistant}  (MCP, bearer token ${token})`] : []),
		'',
		'For a credential of your own:',
		`Base URL   ${sandbox.url}`,
		`API key    ${sandbox.apiKey}`,
		'',
		`Your data is in ${folder}. "npm start -- --fresh" empties it.`,
		'Ctrl-C stops everything.',
	];
}
