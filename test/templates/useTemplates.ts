import { submitForm } from '../../demo/submitForm';
import { waitUntil } from '../../tools/process/waitUntil';
import type { useDemo } from '../support/useDemo';
import { MAILROOM } from '../../tools/n8n/runInN8n';
import type { N8nClient, NodeInput, WorkflowInput } from '../../tools/n8n/N8nClient';

const isMailroom = ({ type }: NodeInput) => type === MAILROOM.type;

const START_LIMIT_MS = 30_000;

/** A user's actions with the workflows of `examples/`, by their names. */
export function useTemplates(demo: ReturnType<typeof useDemo>) {
	/** @returns the requests that the service was sent: method and path, and body */
	const requests = () =>
		demo
			.get()
			.sandbox.journal.map(
				({ method, path, body }) => [`${method} ${path}`, body as Record<string, unknown>] as const,
			);

	async function workflowNamed(name: string) {
		const workflow = (await demo.get().client.workflows()).find((one) => one.name === name);
		if (!workflow) throw new Error(`There is no workflow "${name}"`);
		return workflow;
	}

	/** @param name of the workflow */
	async function fillIn(name: string, values: Record<string, string | File>) {
		const { forms, login } = demo.get();
		const form = forms.find((one) => one.name === name);
		if (!form) throw new Error(`The workflow "${name}" has no form`);
		return await submitForm(form.url, values, form.hasLogin ? login : undefined);
	}

	/** @param name of the workflow */
	async function execute(name: string, trigger: string) {
		return await demo.get().client.run(await workflowNamed(name), trigger);
	}

	/**
	 * Lets "Execute workflow" send to a list.
	 *
	 * @param name of the workflow
	 */
	async function sendInManualExecutions(name: string, list: string) {
		const { client } = demo.get();
		const { id } = await workflowNamed(name);
		const { nodes } = await client.request<WorkflowInput>('GET', `/workflows/${id}`);
		const allowed = nodes.map((node) => {
			const { options, ...parameters } = node.parameters as { options?: object };
			return isMailroom(node)
				? {
						...node,
						parameters: { ...parameters, options: { ...options, sendInManualExecutions: list } },
					}
				: node;
		});
		await client.request('PATCH', `/workflows/${id}`, { nodes: allowed });
	}

	/**
	 * Lets the trigger of a workflow look at the service: n8n polls when a workflow is published.
	 *
	 * @param name of the workflow
	 */
	async function lookAgain(name: string) {
		const { client } = demo.get();
		await client.deactivate(await workflowNamed(name));
		await client.activate(await workflowNamed(name));
	}

	/**
	 * To be called before something starts a workflow that does not make its starter wait.
	 *
	 * @param name of the workflow
	 * @returns waits for what was started
	 */
	async function nextExecution(name: string): Promise<() => ReturnType<N8nClient['finished']>> {
		const { client } = demo.get();
		const { id } = await workflowNamed(name);
		const newest = async () => (await client.executions(id)).at(0)?.id;
		const last = await newest();
		return async () => {
			const isNew = async () => (await newest()) !== last;
			await waitUntil(isNew, { limitMs: START_LIMIT_MS, what: `"${name}" is running` });
			return await client.finished(String(await newest()));
		};
	}

	return { requests, fillIn, execute, sendInManualExecutions, lookAgain, nextExecution };
}
