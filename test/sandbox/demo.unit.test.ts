import { introduction } from '../../demo/introduction';

test("`npm start` says where everything is, and what a credential of one's own takes", () => {
	const url = (path: string) => `http://127.0.0.1:4010/${path}`;
	const lines = introduction(
		{
			n8n: { url: 'http://127.0.0.1:5678' },
			sandbox: { url: url('v1'), origin: 'http://127.0.0.1:4010', apiKey: 'sandbox-key' },
			forms: [
				{ name: 'Import', url: url('import'), hasLogin: true },
				{ name: 'Sign up', url: url('sign-up'), hasLogin: false },
			],
			assistant: undefined,
			login: { email: 'ada@example.com', password: 'a-password' },
			token: 'a-token',
		},
		'/demo',
	);

	expect(lines.slice(1, 8)).toEqual([
		'Form       http://127.0.0.1:4010/sign-up  (Sign up)',
		'Form       http://127.0.0.1:4010/import  (Import, asks for the login)',
		'Editor     http://127.0.0.1:5678/  (login ada@example.com, password a-password)',
		'Inbox      http://127.0.0.1:4010/',
		'Base URL   http://127.0.0.1:4010/v1  (for a credential of your own)',
		'API key    sandbox-key',
		'Data       /demo  (npm start -- --fresh empties it)',
	]);
});
