import { selectors, type Locator, type Page } from 'playwright-core';
import type { Login, Session } from '../../../tools/n8n/N8nClient';
import { eventually } from './eventually';
import { VIEWPORT } from './useBrowser';

selectors.setTestIdAttribute('data-test-id');

const HOME = '/home/workflows';

/** n8n's editor, driven like a person does: with mouse and keyboard, on visible elements. */
export class Editor {
	readonly form: Locator;

	readonly input: Locator;

	readonly output: Locator;

	readonly error: Locator;

	readonly errorDescription: Locator;

	readonly notification: Locator;

	readonly credentialDialog: Locator;

	/** The search in the list of workflows, which only n8n's first page has. */
	private readonly overview: Locator;

	/** @param url of n8n */
	constructor(
		readonly page: Page,
		readonly url: string,
	) {
		this.form = page.getByTestId('node-parameters');
		this.input = page.getByTestId('ndv-input-panel');
		this.output = page.getByTestId('output-panel');
		this.error = this.output.getByTestId('node-error-message');
		this.errorDescription = this.output.getByTestId('node-error-description');
		// The notices of a form are alerts as well.
		this.notification = page.locator('.el-notification');
		this.credentialDialog = page.getByTestId('editCredential-modal');
		this.overview = page.getByTestId('resources-list-search');
	}

	async signIn({ email, password }: Login) {
		await this.page.goto(`${this.url}/signin`);
		await this.page.locator('input[type=email]').fill(email);
		await this.page.locator('input[type=password]').fill(password);
		await this.page.getByRole('button', { name: 'Sign in' }).click();
		await this.page.waitForURL(/\/home\//);
	}

	/** Opens the editor for a user who has signed in before. */
	async enter({ browserId, cookie = '' }: Session) {
		const [name, value] = cookie.split('=');
		const context = this.page.context();
		await context.addCookies([{ name, value, url: this.url, sameSite: 'Strict' }]);
		await context.addInitScript((id) => localStorage.setItem('n8n-browserId', id), browserId);
		await context.addInitScript(moveAtOnce);
		await this.load();
	}

	private async load() {
		await this.page.goto(`${this.url}${HOME}`);
		// n8n goes to its first page once more when it has loaded, and forgets where it was sent meanwhile.
		await this.overview.waitFor();
		await this.page.waitForLoadState('networkidle');
	}

	/** Leaves what was open before. */
	async begin() {
		await this.page.setViewportSize(VIEWPORT);
		await this.page.emulateMedia({ colorScheme: 'light' });
		// A dialog stays in front of whatever is opened behind it.
		if (await this.credentialDialog.isVisible()) await this.load();
		else await this.leaveWorkflow();
		await this.closeNotifications({ comes: false });
	}

	/**
	 * n8n saves a moment after a change, and asks whoever leaves before that. When it has saved meanwhile it stays, whatever the
	 * answer: then this leaves once more.
	 */
	private async leaveWorkflow() {
		const question = this.page.locator('.el-message-box');
		for (;;) {
			await this.visit(HOME);
			await this.overview.or(question).first().waitFor();
			if (!(await question.isVisible())) return;
			await question.locator('.btn--cancel').click();
			await question.waitFor({ state: 'hidden' });
		}
	}

	/** Goes to another page of n8n, as the browser's button for the one before does: without loading all of n8n anew. */
	private async visit(path: string) {
		await this.page.evaluate((path) => {
			history.pushState(null, '', path);
			dispatchEvent(new PopStateEvent('popstate'));
		}, path);
	}

	/** Opens a new workflow, and the node creator for its first node. */
	async startWorkflow() {
		await this.visit('/workflow/new');
		await this.page.getByTestId('canvas-plus-button').click();
	}

	async openWorkflow({ id }: { id: string }) {
		await this.visit(`/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** @param id of the workflow and of its execution */
	async openExecution({ workflowId, id }: { workflowId: string; id: string }) {
		await this.visit(`/workflow/${workflowId}/executions/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Opens the executions of the workflow, with the latest one in view. */
	async openExecutions() {
		await this.page.getByTestId('radio-button-executions').click();
		await this.page.getByTestId('execution-preview-label').waitFor();
	}

	async leaveExecutions() {
		await this.page.getByTestId('radio-button-workflow').click();
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** @returns the results of the node creator */
	async searchNodes(text: string) {
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		return this.page.getByTestId('node-creator-item-name');
	}

	node(name: string) {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	/**
	 * Scrolls the canvas until an element is at a place. n8n fits the nodes into a canvas that it has just opened, so it may take
	 * more than once.
	 *
	 * @param place of its left upper corner, in pixels
	 */
	async scrollTo(element: Locator, { x, y }: { x: number; y: number }) {
		// n8n shows buttons above a node at which the mouse points.
		await this.page.mouse.move(x - 40, y - 15);
		await eventually(async () => {
			const box = await element.boundingBox();
			if (!box) throw new Error(`${element} is not on the canvas`);
			const [right, down] = [Math.round(box.x - x), Math.round(box.y - y)];
			if (right === 0 && down === 0) return;
			await this.page.mouse.wheel(right, down);
			throw new Error(`${element} is ${right}, ${down} pixels from its place`);
		});
	}

	/** @param text in the note, which is on the canvas */
	note(text: string) {
		return this.page.getByTestId('sticky').filter({ hasText: text });
	}

	async openNode(name: string) {
		await this.node(name).dblclick();
		await this.form.waitFor();
	}

	async closeNode() {
		await this.page.getByTestId('ndv-close-button').click();
		await this.form.waitFor({ state: 'hidden' });
	}

	/** The labels of all fields that are shown, in their order. */
	async labels() {
		const titles = this.form.locator('label .n8n-text').filter({ visible: true });
		const texts = await titles.allInnerTexts();
		return texts.map((text) => text.trim());
	}

	/** A text between the fields. */
	notice() {
		return this.form.locator('.notice-content').filter({ visible: true });
	}

	/** @param name of a parameter */
	field(name: string) {
		return this.page.getByTestId(`parameter-input-${name}`);
	}

	/** Where a text is entered: a plain field, or an editor of n8n's for expressions or HTML. */
	text(name: string) {
		return this.field(name).locator('[data-test-id=parameter-input-field], .cm-content').first();
	}

	/** @param name of a parameter with a drop-down */
	async chosen(name: string) {
		return await this.field(name).locator('input').inputValue();
	}

	/** @param name of a parameter */
	async openDropDown(name: string) {
		await this.field(name).click();
		const dropDown = this.page.locator('.el-select-dropdown').filter({ visible: true });
		await dropDown.waitFor();
		return dropDown;
	}

	/**
	 * @param name of a parameter
	 * @param text typed key by key
	 */
	async type(name: string, text: string) {
		await this.text(name).click();
		await this.page.keyboard.type(text);
	}

	/** @param name of a parameter */
	async paste(name: string, text: string) {
		await this.page.context().grantPermissions(['clipboard-write']);
		await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
		await this.text(name).click();
		await this.page.keyboard.press('ControlOrMeta+V');
	}

	/** Opens the dialog of a new credential. n8n asks its server for a name, and cannot save before it has one. */
	async createCredential() {
		const named = this.page.waitForResponse(/\/rest\/credentials\/new\b/);
		await this.page.getByTestId('node-credentials-select').click();
		await this.page.getByText('Create new credential').click();
		await (await named).finished();
	}

	/** @param fields of the credential whose dialog is open */
	async enterCredential(fields: Record<string, string>) {
		for (const [name, value] of Object.entries(fields)) {
			await this.credentialDialog
				.getByTestId(`parameter-input-${name}`)
				.locator('input')
				.fill(value);
		}
		await this.credentialDialog.getByTestId('credential-save-button').click();
	}

	async shows(text: string) {
		return (await this.page.locator('body').innerText()).includes(text);
	}

	/** Sets the output of an earlier node. */
	async previewedFields(node: string) {
		const fields = this.input.locator(
			`.pill--preview[data-node-name="${node}"][data-nest-level="1"]`,
		);
		// Those of the node before are shown to begin with.
		await this.input.locator('.pill--preview').first().waitFor();
		if ((await fields.count()) === 0) await this.input.getByText(node, { exact: true }).click();
		await fields.first().waitFor();
		const names = await fields.allInnerTexts();
		// Their order in the document is not the one seen.
		return names.sort();
	}

	/** @param comes whether to wait for one first */
	async closeNotifications({ comes }: { comes: boolean }) {
		if (comes) await this.notification.first().waitFor();
		// All at the same time, because n8n also removes them by itself.
		await this.page.evaluate(() => {
			const buttons = document.querySelectorAll<HTMLElement>('.el-notification__closeBtn');
			for (const button of buttons) button.click();
		});
		await this.notification.first().waitFor({ state: 'hidden' });
	}

	async execute() {
		await this.page.getByTestId('node-execute-button').click();
	}
}

/** Turns animations off, which n8n shows even with reduced motion. Runs in the browser. */
function moveAtOnce() {
	addEventListener('DOMContentLoaded', () => {
		const style = document.createElement('style');
		style.textContent =
			'*, ::before, ::after { transition: none !important; animation: none !important }';
		document.head.append(style);
	});
}
