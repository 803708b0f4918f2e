import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { introduction } from '../../demo/introduction';
import { haveAll } from '../../demo/withCredentials';
import { repositoryFolder } from '../../tools/folders';

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

test('`npm start` publishes all templates but those that need PostgreSQL', () => {
	const credential = { id: '1', name: 'of the demo' };
	const ofDemo = { mailroomApi: credential, httpBasicAuth: credential, httpBearerAuth: credential };
	const folder = join(repositoryFolder, 'examples');
	const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
	const unpublished = files.filter(
		(name) => !haveAll(ofDemo, JSON.parse(readFileSync(join(folder, name), 'utf8'))),
	);
	expect(unpublished).toEqual([
		'receipts-on-several-workers.json',
		'reminders-on-several-workers.json',
	]);
});
