const { selectors } = require('playwright-core');

selectors.setTestIdAttribute('data-test-id');

/** n8n's editor, worked as a person does: with mouse and keyboard, on what is to be seen. */
class Editor {
	/**
	 * @param {import('./useBrowser').Page} page
	 * @param {string} url of n8n
	 */
	constructor(page, url) {
		this.page = page;
		this.url = url;
		this.form = page.getByTestId('node-parameters');
		this.input = page.getByTestId('ndv-input-panel');
		this.output = page.getByTestId('output-panel');
		this.error = this.output.getByTestId('node-error-message');
		this.notification = page.getByRole('alert');
		this.credentialDialog = page.getByTestId('editCredential-modal');
	}

	/** @param {import('../../demo/n8nClient').Login} login */
	async signIn({ email, password }) {
		await this.page.goto(`${this.url}/signin`);
		await this.page.locator('input[type=email]').fill(email);
		await this.page.locator('input[type=password]').fill(password);
		await this.page.getByRole('button', { name: 'Sign in' }).click();
		await this.page.waitForURL(/\/home\//);
	}

	/** Opens a new workflow, and the node creator for its first node. */
	async startWorkflow() {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-plus-button').click();
	}

	/** @param {{ id: string }} workflow */
	async openWorkflow({ id }) {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	async goHome() {
		await this.page.goto(`${this.url}/home/workflows`);
	}

	/** @param {string} name of a workflow, which is searched in the overview */
	async findWorkflow(name) {
		await this.page.getByTestId('project-home-menu-item').click();
		await this.page.getByTestId('resources-list-search').fill(name);
		await this.page.getByTestId('workflow-card-name').getByText(name, { exact: true }).click();
	}

	/**
	 * @param {string} text
	 * @returns what the node creator finds
	 */
	async searchNodes(text) {
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		return this.page.getByTestId('node-creator-item-name');
	}

	/** @param {string} name */
	node(name) {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	/** @param {string} name */
	async openNode(name) {
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

	/** Opens the drop-down of a collection. */
	async addableFields() {
		await this.form.getByTestId('collection-parameter-add').filter({ visible: true }).click();
		const options = this.addable();
		await options.first().waitFor();
		return await options.allInnerTexts();
	}

	/** @param {string} label of an entry of the drop-down that is open */
	async addField(label) {
		await this.addable().getByText(label, { exact: true }).click();
		await this.form.locator('label').getByText(label, { exact: true }).waitFor();
	}

	addable() {
		return this.page.getByTestId('collection-parameter-option').filter({ visible: true });
	}

	/** @param {string} name of a parameter */
	field(name) {
		return this.page.getByTestId(`parameter-input-${name}`);
	}

	/** @param {string} name of a parameter with a drop-down */
	async chosen(name) {
		return await this.field(name).locator('input').inputValue();
	}

	/** @param {string} name of a parameter */
	async openDropDown(name) {
		await this.field(name).click();
		const dropDown = this.page.locator('.el-select-dropdown').filter({ visible: true });
		await dropDown.waitFor();
		return dropDown;
	}

	/**
	 * @param {string} name of a parameter
	 * @param {string} text typed key by key
	 */
	async type(name, text) {
		await this.field(name).getByTestId('parameter-input-field').click();
		await this.page.keyboard.type(text);
	}

	/**
	 * @param {string} name of a parameter
	 * @param {string} text
	 */
	async paste(name, text) {
		await this.page.context().grantPermissions(['clipboard-write']);
		await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
		await this.field(name).getByTestId('parameter-input-field').click();
		await this.page.keyboard.press('ControlOrMeta+V');
	}

	/** @param {Record<string, string>} fields of the credential whose dialog is open */
	async enterCredential(fields) {
		for (const [name, value] of Object.entries(fields)) {
			await this.credentialDialog
				.getByTestId(`parameter-input-${name}`)
				.locator('input')
				.fill(value);
		}
		await this.credentialDialog.getByTestId('credential-save-button').click();
	}

	/** @param {string} text */
	async shows(text) {
		return (await this.page.locator('body').innerText()).includes(text);
	}

	/**
	 * What the node before, or one before that, will put out.
	 *
	 * @param {string} node
	 */
	async previewedFields(node) {
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

	/** n8n takes it away by itself. */
	async waitOutNotification() {
		await this.notification.waitFor();
		await this.notification.waitFor({ state: 'hidden' });
	}

	async execute() {
		await this.page.getByTestId('node-execute-button').click();
	}
}

module.exports = { Editor };
