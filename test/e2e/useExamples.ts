const { submitForm } = require('../../demo/submitForm');
const { waitUntil } = require('../../demo/waitUntil');

const START_LIMIT_MS = 30_000;

/**
 * What a user does with the workflows of `examples/`, which are named by their names.
 *
 * @param {ReturnType<typeof import('./useDemo').useDemo>} demo
 */
function useExamples(demo) {
	/** @returns {Array<[string, any]>} the requests that the service was sent: method and path, and body */
	const requests = () =>
		demo.get().sandbox.journal.map(({ method, path, body }) => [`${method} ${path}`, body]);

	/** @param {string} name */
	async function workflowNamed(name) {
		const workflow = (await demo.get().client.workflows()).find((one) => one.name === name);
		if (!workflow) throw new Error(`There is no workflow "${name}"`);
		return workflow;
	}

	/**
	 * @param {string} name of the workflow
	 * @param {Record<string, string | File>} values
	 */
	async function fillIn(name, values) {
		const { forms, login } = demo.get();
		const form = forms.find((one) => one.name === name);
		if (!form) throw new Error(`The workflow "${name}" has no form`);
		return await submitForm(form.url, values, form.hasLogin ? login : undefined);
	}

	/**
	 * @param {string} name of the workflow
	 * @param {string} trigger
	 */
	async function execute(name, trigger) {
		return await demo.get().client.run(await workflowNamed(name), trigger);
	}

	/**
	 * To be called before something starts a workflow that does not make its starter wait.
	 *
	 * @param {string} name of the workflow
	 * @returns {Promise<() => ReturnType<import('../../demo/n8nClient').N8nClient['finished']>>} waits for what was started
	 */
	async function nextExecution(name) {
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

	return { requests, workflowNamed, fillIn, execute, nextExecution };
}

module.exports = { useExamples };
