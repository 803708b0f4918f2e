import { introduction } from '../../demo/introduction';

test("`npm start` says where everything is, and what a credential of one's own takes", () => {
	const url = (path: string) => `http://127.0.0.1:4010/${path}`;
	const lines = introduction(
		{
			n8n: { url: 'http://127.0.0.1:5678' },
			sandbox: { url: url('v1'), origin: 'http://127.0.0.1:4010', apiKey: 'sandbox-key' },
			forms: [
				{ name: 'Import', url: url('import'), hasLogin: true },
				{ name: 'Form to welcome email', url: url('welcome'), hasLogin: false },
			],
			assistant: undefined,
			login: { email: 'ada@example.com', password: 'a-password' },
			token: 'a-token',
		},
		'/demo',
	);

	expect(lines.slice(2)).toEqual([
		'Form       http://127.0.0.1:4010/welcome  (Form to welcome email)',
		'Inbox      http://127.0.0.1:4010/',
		'Editor     http://127.0.0.1:5678/  (login ada@example.com, password a-password)',
		'Guides     http://127.0.0.1:4010/README.md',
		'',
		'The other templates:',
		'Form       http://127.0.0.1:4010/import  (Import, asks for the login)',
		'',
		'For a credential of your own:',
		'Base URL   http://127.0.0.1:4010/v1',
		'API key    sandbox-key',
		'',
		'Your data is in /demo. "npm start -- --fresh" empties it.',
		'Ctrl-C stops everything.',
	]);
});
