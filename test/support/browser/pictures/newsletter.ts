import { PICTURES } from '../../pictures/pictures';
import { workflowOf } from '../workflowOf';
import { executeForm, formFrame } from './nodeForm';
import { BOUNCED, type Studio } from './Studio';

/** With the last field that they show. */
const FORMS = [
	['newsletter-test.png', 'body'],
	['newsletter-refused.png', 'testRecipient'],
	['misspelled-tag.png', 'body'],
] as const;

export async function takeNewsletter(studio: Studio) {
	const { store } = studio.demo.sandbox;
	const subscribedToLists = ['newsletter'];
	store.addContact({ email: 'ada@example.com', name: 'Ada Example', subscribedToLists });
	for (const [name, last] of FORMS) {
		await executeForm(studio, PICTURES[name].form);
		const frame = formFrame(studio.editor.page, last);
		await studio.take(name, frame, { bottom: 12 });
	}
	await takeInbox(studio);
}

async function takeInbox(studio: Studio) {
	const { client, credential, sandbox } = studio.demo;
	const { form } = PICTURES['newsletter-inbox.png'];
	const nodes = { Mailroom: { ...form, options: { sendInManualExecutions: true } } };
	const workflow = await client.createWorkflow(workflowOf({ nodes, items: [{}], credential }));
	sandbox.store.mails.length = 0;
	await client.run(workflow, 'Items');

	const page = await studio.newPage({ viewport: { width: 900, height: 800 } });
	await page.goto(sandbox.origin);
	await page.getByRole('link', { name: `News for you ${BOUNCED}` }).click();
	await page.frameLocator('iframe').getByText('Hi there,').waitFor();
	// The inbox makes room for long emails.
	await page.locator('iframe').evaluate((email) => {
		email.style.height = '120px';
	});
	await studio.take('newsletter-inbox.png', page.locator('main'), { left: 16, right: 16 });
}
