import type { Page } from 'playwright-core';

/** n8n's page _Settings > Community nodes_, used like a person does. */
export class CommunityNodes {
	/** @param url of n8n */
	constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Opens the page. n8n looks for updates then. */
	async open() {
		const answer = this.page.waitForResponse(
			(response) =>
				response.url().endsWith('/rest/community-packages') &&
				response.request().method() === 'GET',
		);
		await this.page.goto(`${this.url}/settings/community-nodes`);
		await answer;
		// Until then the cards are empty, or there is no heading.
		await this.packages().filter({ hasNotText: /\S/ }).first().waitFor({ state: 'detached' });
		const empty = this.page.getByText('community nodes', { exact: false });
		await this.installButton().or(this.packages()).or(empty).first().waitFor();
		await this.page.waitForLoadState('networkidle');
	}

	installButton() {
		return this.page.getByRole('button', { name: /^Install/ });
	}

	/** Those that n8n lists. */
	packages() {
		return this.page.getByTestId('community-package-card');
	}

	/**
	 * Asks for a package. n8n installs it after `confirm`.
	 *
	 * @param specifier its name, and perhaps its version after an `@`
	 */
	async askToInstall(specifier: string) {
		await this.installButton().click();
		await this.page.getByTestId('package-name-input').fill(specifier);
		await this.page.getByTestId('user-agreement-checkbox').click();
	}

	async askToUpdate() {
		await this.packages().getByRole('button', { name: 'Update' }).click();
	}

	async askToUninstall() {
		await this.packages().getByRole('button').last().click();
		await this.page.getByText('Uninstall package').click();
	}

	/** It asks whether to install, update or remove a package. A moment later it names the workflows that use it. */
	dialog() {
		return this.page.locator('.el-dialog').filter({ visible: true });
	}

	/** Clicks the dialog's own button. */
	async confirm() {
		const dialog = this.dialog();
		await dialog.getByRole('button', { name: /^(Install|Confirm)/ }).click();
		await dialog.waitFor({ state: 'hidden' });
	}
}
