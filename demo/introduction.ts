import type { Demo } from './startDemo';

type Introduced = Pick<Demo, 'forms' | 'assistant' | 'login' | 'token'> & {
	n8n: Pick<Demo['n8n'], 'url'>;
	sandbox: Pick<Demo['sandbox'], 'url' | 'origin' | 'apiKey'>;
};

/**
 * What `npm start` says once everything runs, in lines.
 * @param folder with the demo's data
 */
export function introduction(
	{ n8n, sandbox, forms, assistant, login, token }: Introduced,
	folder: string,
): string[] {
	const openFirst = [...forms].sort((one, other) => Number(one.hasLogin) - Number(other.hasLogin));
	return [
		'',
		...openFirst.map(
			({ name, url, hasLogin }) =>
				`Form       ${url}  (${name}${hasLogin ? ', asks for the login' : ''})`,
		),
		...(assistant ? [`Assistant  ${assistant}  (MCP, bearer token ${token})`] : []),
		`Editor     ${n8n.url}/  (login ${login.email}, password ${login.password})`,
		`Inbox      ${sandbox.origin}/`,
		`Base URL   ${sandbox.url}  (for a credential of your own)`,
		`API key    ${sandbox.apiKey}`,
		`Data       ${folder}  (npm start -- --fresh empties it)`,
		'',
		'Fill in a form, or open a template in the editor and click "Execute workflow"; then look into',
		'the inbox. examples/contacts.csv is a file for the import. Ctrl-C stops everything.',
	];
}
