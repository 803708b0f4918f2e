import type { Page } from 'playwright-core';
import { nodeOutput } from '../../tools/n8n/nodeOutput';
import { askInN8n } from '../support/askInN8n';
import { useEditor } from '../support/browser/useEditor';

const { demo, keep, newPage, openWorkflow } = useEditor();

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** No script runs anywhere. */
const PLAIN = { javaScriptEnabled: false };

const LOOKS = [
	['on a desktop, dark', { ...DESKTOP, colorScheme: 'dark' }],
	['on a phone, light', { ...PHONE, colorScheme: 'light' }],
] as const;

const ASK = { resource: 'email', operation: 'sendAndWait' };
const QUESTION = {
	...ASK,
	to: 'ada@example.com',
	subject: 'Refund of order 1815?',
	message:
		'Grace <grace@example.com> asks for her money back.\n\nThe order: https://example.com/orders/1815?a-long-part-of-the-address=ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ',
	approvalOptions: { values: { approvalType: 'double', approveLabel: 'Refund it' } },
};

/** Starts an execution, which then waits. */
const ask = async (parameters: object) => {
	const { id } = await askInN8n(demo(), parameters);
	const outputOf = async () => nodeOutput(await demo().client.finished(id), 'Mailroom');
	return { outputOf };
};

const openEmail = async (page: Page) =>
	await page.goto(new URL('/mails/1/body', demo().sandbox.origin).href);

/** @returns the page to which a link of the email leads */
const follow = async (email: Page, name: string) => {
	const opened = email.context().waitForEvent('page');
	await email.getByRole('link', { name }).click();
	return await opened;
};

const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
/** Fingers need so many pixels (WCAG 2.5.5). */
const FINGER = 44;

describe.each(LOOKS)('%s', (look, options) => {
	test('the email is read, its link is opened, and the button of the page answers', async () => {
		const { outputOf } = await ask(QUESTION);
		const page = await newPage(options);
		const problems: string[] = [];
		page.context().on('console', (message) => problems.push(message.text()));
		await openEmail(page);
		await page.getByText('Grace <grace@example.com> asks').waitFor();
		expect(await page.evaluate(SIDEWAYS)).toBe(0);
		await keep(page, `question email ${look}`);

		const question = await follow(page, 'Refund it');
		await question.getByRole('heading', { name: QUESTION.subject }).waitFor();
		await question.getByRole('link', { name: /orders\/1815/ }).waitFor();
		const button = question.getByRole('button', { name: 'Refund it' });
		expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(FINGER);
		expect(await question.evaluate(SIDEWAYS)).toBe(0);
		await keep(question, `question page ${look}`);

		await button.click();
		await question.getByRole('heading', { name: 'Your response is recorded' }).waitFor();
		await keep(question, `question answered ${look}`);
		expect(await outputOf()).toMatchObject([{ data: { approved: true } }]);
		expect(problems).toEqual([]);
	});
});

describe.each(LOOKS)('an approval with text %s', (look, options) => {
	const DRAFT = 'Dear Grace,\n\nhere is <b>your</b> refund.';
	const WITH_TEXT = {
		...{ ...QUESTION, responseType: 'approvalWithText', prefilledText: DRAFT },
		approvalOptions: { values: { approveLabel: 'Send it', disapproveLabel: "Don't send it" } },
		afterDecline: 'continue',
	};

	test.each([
		['Send it', true, 'Dear Grace,\n\nno refund.'],
		["Don't send it", false, ''],
	])('the draft is edited, and %s is the decision', async (button, approved, text) => {
		const { outputOf } = await ask(WITH_TEXT);
		const page = await newPage({ ...options, ...PLAIN });
		await openEmail(page);
		await keep(page, `approval with text, email ${look}`);
		const question = await follow(page, 'Respond');
		const field = question.getByLabel('Your response');
		expect(await field.inputValue()).toBe(DRAFT);
		for (const one of await question.getByRole('button').all()) {
			expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(FINGER);
		}
		const [first, second] = await Promise.all(
			['Send it', "Don't send it"].map(
				async (name) => await question.getByRole('button', { name, exact: true }).boundingBox(),
			),
		);
		expect((second?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0)).toBeGreaterThanOrEqual(8);
		await question.getByText('To decline with a reason, write it in the field.').waitFor();
		await keep(question, `approval with text ${look}`);

		// The browser keeps an emptied draft back only from the approval.
		await field.fill(text);
		await question.getByRole('button', { name: button, exact: true }).click();
		await question.getByText('Your response is recorded').first().waitFor();
		await keep(question, `approval with text answered ${look} ${approved}`);
		expect(await outputOf()).toMatchObject([{ data: { approved, text } }]);
	});
});

test('without any script a text is written and sent', async () => {
	const draft = '\n  All of it?\n</textarea><b>&lt;\u202eReally</b>\n';
	const prefilledText = `={{ ${JSON.stringify(draft)} }}`;
	const { outputOf } = await ask({ ...QUESTION, responseType: 'freeText', prefilledText });
	const page = await newPage({ ...PHONE, ...PLAIN });
	await openEmail(page);
	const question = await follow(page, 'Respond');
	const field = question.getByLabel('Your response');
	expect(await field.inputValue()).toBe(draft);
	await keep(question, 'question with a draft');
	await field.fill('Half of it.\n<b>Not more</b>');
	await keep(question, 'question for a text');
	await question.getByRole('button', { name: 'Submit' }).click();
	await question.getByText('<b>Not more</b>').waitFor();
	expect(await outputOf()).toMatchObject([{ data: { text: 'Half of it.\n<b>Not more</b>' } }]);
});

test('while it waits the editor says for what, and with the answer it goes on', async () => {
	const { editor } = await openWorkflow({
		parameters: { ...QUESTION, afterDecline: 'continue' },
	});
	await editor.openNode('Mailroom');
	await editor.execute();
	await editor.output.getByText('Continues when the recipient responds').waitFor();
	await keep(editor.page, 'waiting in the editor');

	const page = await newPage();
	await openEmail(page);
	const question = await follow(page, 'Decline');
	await question.getByRole('button', { name: 'Decline' }).click();
	await question.getByText('Your response is recorded').waitFor();
	await editor.output.getByText('respondedAt').first().waitFor();
	await keep(editor.page, 'answered in the editor');
});

// n8n's own panel "Human review" lists no community node: its rules forbid them the subcategory.
test('n8n\'s node search finds the question under "human in the loop"', async () => {
	const { editor } = await openWorkflow({ parameters: ASK });
	await editor.page.getByTestId('node-creator-plus-button').click();
	const found = await editor.searchNodes('human in the loop');
	await found.getByText('Mailroom', { exact: true }).first().click();
	await found.getByText('Ask by email and wait', { exact: true }).first().waitFor();
	await keep(editor.page, 'human in the loop');
});
