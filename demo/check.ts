import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolError } from '../tools/process/ToolError';
import { freePort } from '../tools/process/freePort';
import { startDemo, type Demo } from './startDemo';
import { submitForm } from './submitForm';

const FORM = 'Form to welcome email';
const VISITOR = { Name: 'Ada Example', Email: 'ada@example.com' };

/**
 * The demo without a person: on other ports and with data of its own, somebody fills in the form, and the sandbox must
 * then hold the contact and the welcome email.
 *
 * @throws ToolError that says what is missing
 */
export async function check() {
	const folder = await mkdtemp(join(tmpdir(), 'mailroom-check-'));
	try {
		const ports = { n8n: await freePort(), sandbox: await freePort() };
		const demo = await startDemo({ folder, ports });
		try {
			await checkForm(demo);
			await checkLog(demo);
		} finally {
			await demo.stop();
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
	console.log('Everything is as it should be.');
}

async function checkForm({ sandbox, forms }: Demo) {
	const { store } = sandbox;
	const form = forms.find(({ name }) => name === FORM);
	if (!form) throw new ToolError(`The workflow "${FORM}" has no form`);

	await submitForm(form.url, VISITOR);
	console.log(`Form     ${form.url} submitted as ${VISITOR.Name} <${VISITOR.Email}>`);

	const contact = store.findContact(VISITOR.Email);
	expectEqual('name of the contact', contact?.name, VISITOR.Name);
	console.log(`Contact  ${contact?.name} <${contact?.email}>`);

	const mails = store.mails.filter(({ to }) => to.includes(VISITOR.Email));
	expectEqual('number of mails', mails.length, 1);
	const [{ subject, body }] = mails;
	expectEqual('subject', subject, 'Welcome, Ada!');
	expectEqual('first line of the mail', body.split('\n')[0], 'Hello Ada,');
	console.log(`Mail     "${subject}": ${body.split('\n')[0]} ...`);
}

async function checkLog({ n8n, sandbox }: Demo) {
	const log = await readFile(n8n.logFile, 'utf8');
	expectEqual("API key in n8n's log", log.includes(sandbox.apiKey), false);
}

function expectEqual<T>(what: string, actual: T | undefined, expected: T) {
	if (actual === expected) return;
	throw new ToolError(
		`The check failed: ${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`,
	);
}
