const { randomUUID } = require('node:crypto');
const axios = require('axios');
const { DemoError } = require('./DemoError');
const { waitUntil } = require('./waitUntil');

const READY_LIMIT_MS = 60_000;
const ACTIVATION_LIMIT_MS = 30_000;
const RUN_LIMIT_MS = 60_000;
const UNFINISHED = ['new', 'running', 'waiting'];

/**
 * @typedef {{ email: string, password: string }} Login
 * @typedef {{ id: string, name: string }} CredentialReference
 * @typedef {{ name: string, type: string, data: Record<string, string | boolean> }} CredentialInput
 * @typedef {{ type?: string, parameters: object } & Record<string, unknown>} NodeInput
 * @typedef {object} WorkflowInput
 * @property {string} name
 * @property {NodeInput[]} nodes
 * @property {object} connections
 * @property {object} [settings]
 *
 * @typedef {{ id: string, name: string, active: boolean, versionId: string }} SavedWorkflow
 * @typedef {{ id: string, status: string }} ExecutionSummary
 * @typedef {object} DynamicParameter what the editor sends to fill a drop-down
 * @property {string} nodeType
 * @property {number} nodeVersion
 * @property {string} path the parameter's, such as `parameters.list`
 * @property {string} methodName
 * @property {object} parameters the node's, as they are at the moment
 * @property {Record<string, CredentialReference>} credentials
 * @property {string} [filter]
 * @property {string} [paginationToken]
 *
 * @typedef {{ name: string, value: string }} Option
 */

/** The requests that n8n's own editor sends, as the person who is logged in. */
class N8nClient {
	/** @param {string} url of n8n, without a slash at the end */
	constructor(url) {
		this.http = axios.create({
			baseURL: `${url}/rest`,
			// n8n ties a login to the browser that it came from.
			headers: { 'browser-id': randomUUID() },
			validateStatus: () => true,
			proxy: false,
		});
	}

	/**
	 * Logs in as the owner, who is created first where n8n is new.
	 *
	 * @param {Login} login
	 */
	async logIn({ email, password }) {
		// n8n before 2.1 says that it is ready when it does not know its own paths yet.
		const knowsPaths = async () => (await this.http.get('/settings')).status !== 404;
		await waitUntil(knowsPaths, { limitMs: READY_LIMIT_MS, what: 'n8n answers' });

		/** @type {{ userManagement: { showSetupOnFirstLoad: boolean } }} */
		const settings = await this.request('GET', '/settings');
		if (settings.userManagement.showSetupOnFirstLoad) {
			const owner = { email, password, firstName: 'Ada', lastName: 'Example' };
			await this.request('POST', '/owner/setup', owner);
		} else {
			await this.request('POST', '/login', { emailOrLdapLoginId: email, password });
		}
	}

	/**
	 * Creates a credential, or changes the one of that name.
	 *
	 * @param {CredentialInput} credential
	 * @returns {Promise<CredentialReference>}
	 */
	async saveCredential(credential) {
		/** @type {Array<CredentialReference & { type: string }>} */
		const all = await this.request('GET', '/credentials');
		const { name, type } = credential;
		const existing = all.find((other) => other.name === name && other.type === type);
		/** @type {CredentialReference} */
		const saved = existing
			? await this.request('PATCH', `/credentials/${existing.id}`, credential)
			: await this.request('POST', '/credentials', credential);
		return { id: saved.id, name: saved.name };
	}

	/**
	 * Runs the credential's own test.
	 *
	 * @param {CredentialReference & CredentialInput} credentials
	 * @returns {Promise<{ status: 'OK' | 'Error', message: string }>}
	 */
	async testCredential(credentials) {
		return await this.request('POST', '/credentials/test', { credentials });
	}

	/** @returns {Promise<SavedWorkflow[]>} */
	async workflows() {
		return await this.request('GET', '/workflows');
	}

	/**
	 * @param {WorkflowInput} workflow
	 * @returns {Promise<SavedWorkflow>}
	 */
	async createWorkflow(workflow) {
		return await this.request('POST', '/workflows', { settings: {}, ...workflow, active: false });
	}

	/**
	 * Publishes a workflow and waits until its triggers listen: n8n answers before they do.
	 *
	 * @param {SavedWorkflow} workflow
	 */
	async activate({ id, name, versionId }) {
		const published = await this.send('POST', `/workflows/${id}/activate`, { versionId });
		// Older releases have no such path: a workflow becomes active by a change of it.
		if (published.status === 404) {
			await this.request('PATCH', `/workflows/${id}`, { active: true, versionId });
		} else {
			dataOf(published);
		}
		const isSettled = async () => (await this.publicationStatus(id)) !== 'in_progress';
		await waitUntil(isSettled, { limitMs: ACTIVATION_LIMIT_MS, what: `"${name}" is published` });
		const status = await this.publicationStatus(id);
		if (status !== 'published') throw new DemoError(`n8n could not publish "${name}": ${status}`);
	}

	/**
	 * @param {string} workflowId
	 * @returns {Promise<string>}
	 */
	async publicationStatus(workflowId) {
		const response = await this.send('GET', `/workflows/${workflowId}/publication-status`);
		// Older releases publish before they answer, and have no status to ask for.
		return response.status === 404 ? 'published' : dataOf(response).status;
	}

	/**
	 * @param {string} workflowId
	 * @returns {Promise<ExecutionSummary[]>} newest first
	 */
	async executions(workflowId) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		/** @type {{ results: ExecutionSummary[] }} */
		const { results } = await this.request('GET', `/executions?filter=${filter}`);
		return results;
	}

	/**
	 * @param {string} id
	 * @returns {Promise<ExecutionSummary & { data: string }>} `data` is what n8n keeps about the run, in its own format
	 */
	async execution(id) {
		return await this.request('GET', `/executions/${id}`);
	}

	/**
	 * Runs a saved workflow from one of its triggers, as "Execute workflow" in the editor does, to its end.
	 *
	 * @param {{ id: string }} workflow
	 * @param {string} trigger the name of the node
	 */
	async run({ id }, trigger) {
		const path = `/workflows/${id}/run`;
		/** @type {{ executionId: string }} */
		const { executionId } = await this.request('POST', path, {
			triggerToStartFrom: { name: trigger },
		});
		return await this.finished(executionId);
	}

	/**
	 * @param {string} executionId
	 * @returns {Promise<ExecutionSummary & { data: string }>} once it is over
	 */
	async finished(executionId) {
		const isOver = async () => !UNFINISHED.includes((await this.execution(executionId)).status);
		await waitUntil(isOver, { limitMs: RUN_LIMIT_MS, what: `execution ${executionId} is over` });
		return await this.execution(executionId);
	}

	/**
	 * The entries of a drop-down or a multiple choice.
	 *
	 * @param {DynamicParameter} parameter
	 * @returns {Promise<Option[]>}
	 */
	async loadOptions(parameter) {
		return await this.request(
			'POST',
			'/dynamic-node-parameters/options',
			dynamicRequest(parameter),
		);
	}

	/**
	 * One page of the entries of a searchable drop-down.
	 *
	 * @param {DynamicParameter} parameter
	 * @returns {Promise<{ results: Option[], paginationToken?: string }>}
	 */
	async searchList(parameter) {
		const path = '/dynamic-node-parameters/resource-locator-results';
		return await this.request('POST', path, dynamicRequest(parameter));
	}

	/**
	 * @param {'GET' | 'POST' | 'PATCH'} method
	 * @param {string} path below `/rest`
	 * @param {object} [body]
	 * @returns {Promise<any>} what n8n answered
	 * @throws {DemoError} when that is an error
	 */
	async request(method, path, body) {
		return dataOf(await this.send(method, path, body));
	}

	/**
	 * @param {'GET' | 'POST' | 'PATCH'} method
	 * @param {string} path below `/rest`
	 * @param {object} [body]
	 */
	async send(method, path, body) {
		const response = await this.http.request({ method, url: path, data: body }).catch((error) => {
			throw new DemoError(`n8n did not answer ${method} /rest${path}: ${error.code}`);
		});
		const cookies = response.headers['set-cookie'];
		if (cookies) {
			this.http.defaults.headers.common.Cookie = cookies
				.map((cookie) => cookie.split(';')[0])
				.join('; ');
		}
		return response;
	}
}

/**
 * Errors name what n8n said and never what was sent, which may hold a key.
 *
 * @param {import('axios').AxiosResponse} response
 */
function dataOf({ status, data, config: { method, url } }) {
	if (status < 400) return data.data;
	const request = `${method?.toUpperCase()} /rest${url}`;
	throw new DemoError(`n8n answered ${status} to ${request}: ${data?.message}`);
}

/** @param {DynamicParameter} parameter */
function dynamicRequest({ nodeType, nodeVersion, parameters, ...rest }) {
	return {
		...rest,
		nodeTypeAndVersion: { name: nodeType, version: nodeVersion },
		currentNodeParameters: parameters,
	};
}

module.exports = { N8nClient };
