import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { workflowOf } from '../workflowOf';
import type { Frame, Studio } from './Studio';

/** Opens a node in a workflow of its own, and executes it. */
export async function executeForm({ demo, editor }: Studio, parameters: INodeParameters) {
	const { client, credential } = demo;
	const nodes = { Mailroom: parameters };
	const workflow = await client.createWorkflow(workflowOf({ nodes, items: [{}], credential }));
	await editor.begin();
	await editor.page.setViewportSize({ width: 1400, height: 1000 });
	await editor.openWorkflow(workflow);
	await editor.openNode('Mailroom');
	await editor.execute();
	await editor.closeNotifications({ comes: true });
}

/**
 * The form of an open node and its output, without its input.
 *
 * @param last name of the last parameter that is shown
 */
export function formFrame(page: Page, last: string): Frame {
	const form = page.locator('.node-settings');
	const bottom = page
		.getByTestId('parameter-input')
		.filter({ has: page.getByTestId(`parameter-input-${last}`) });
	return { left: form, top: form, right: page.getByTestId('output-panel'), bottom };
}
