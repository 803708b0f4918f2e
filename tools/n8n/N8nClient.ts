import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import axios, { type AxiosError, type AxiosInstance, type AxiosResponse } from 'axios';
import { ToolError } from '../process/ToolError';
import { waitUntil } from '../process/waitUntil';

/** Even a busy n8n responds within this time. */
const ANSWER_LIMIT_MS = 120_000;
const READY_LIMIT_MS = 60_000;
const ACTIVATION_LIMIT_MS = 30_000;
const RUN_LIMIT_MS = 60_000;
const UNFINISHED = ['new', 'running', 'waiting'];

export type Login = { email: string; password: string };

/** Of a person who is logged in: n8n ties a login to the browser that it came from. */
export type Session = { browserId: string; cookie?: string };

export type CredentialReference = { id: string; name: string };

export type CredentialInput = {
	name: string;
	type: string;
	data: Record<string, string | boolean>;
};

export type NodeInput = { type?: string; parameters: object } & Record<string, unknown>;

export interface WorkflowInput {
	name: string;
	nodes: NodeInput[];
	connections: object;
	settings?: object;
	pinData?: object;
}

export type SavedWorkflow = { id: string; name: string; active: boolean; versionId: string };

export type ExecutionSummary = {
	id: string;
	status: string;
	workflowId: string;
	/** As ISO dates. */
	startedAt: string;
	stoppedAt: string | null;
};

export interface SavedExecution extends ExecutionSummary {
	/** The data of the execution, in n8n's own format. */
	data: string;
}

/** The requests that n8n's own editor sends, as the person who is logged in. */
export class N8nClient {
	private readonly http: AxiosInstance;

	/**
	 * @param url of n8n, without a slash at the end
	 * @param session of an earlier login: n8n allows one person five logins per minute
	 */
	constructor(
		url: string,
		readonly session: Session = { browserId: randomUUID() },
	) {
		const { browserId, cookie } = session;
		this.http = axios.create({
			baseURL: `${url}/rest`,
			headers: { 'browser-id': browserId, ...(cookie && { Cookie: cookie }) },
			// A connection that is kept may be closed by n8n in the moment of the next request.
			httpAgent: new Agent({ keepAlive: false }),
			validateStatus: () => true,
			proxy: false,
			timeout: ANSWER_LIMIT_MS,
		});
	}

	/** Logs in as the owner, who is created first where n8n is new. */
	async logIn({ email, password }: Login) {
		// n8n before 2.1 says that it is ready when it does not know its own paths yet.
		const knowsPaths = async () => (await this.http.get('/settings')).status !== 404;
		await waitUntil(knowsPaths, { limitMs: READY_LIMIT_MS, what: 'n8n responds' });

		const settings: { userManagement: { showSetupOnFirstLoad: boolean } } = await this.request(
			'GET',
			'/settings',
		);
		if (settings.userManagement.showSetupOnFirstLoad) {
			const owner = { email, password, firstName: 'Ada', lastName: 'Example' };
			await this.request('POST', '/owner/setup', owner);
		} else {
			await this.request('POST', '/login', { emailOrLdapLoginId: email, password });
		}
	}

	/** Creates a credential, or changes the one of that name. */
	async saveCredential(credential: CredentialInput): Promise<CredentialReference> {
		const all: Array<CredentialReference & { type: string }> = await this.request(
			'GET',
			'/credentials',
		);
		const { name, type } = credential;
		const existing = all.find((other) => other.name === name && other.type === type);
		return existing
			? await this.changeCredential(existing, credential)
			: await this.createCredential(credential);
	}

	/** Creates a credential, also where there is one of that name. */
	async createCredential(credential: CredentialInput): Promise<CredentialReference> {
		const { id, name }: CredentialReference = await this.request(
			'POST',
			'/credentials',
			credential,
		);
		return { id, name };
	}

	async changeCredential(
		{ id }: { id: string },
		credential: CredentialInput,
	): Promise<CredentialReference> {
		const { name }: CredentialReference = await this.request(
			'PATCH',
			`/credentials/${id}`,
			credential,
		);
		return { id, name };
	}

	/** Runs the credential's own test. */
	async testCredential(
		credentials: CredentialReference & CredentialInput,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.request('POST', '/credentials/test', { credentials });
	}

	async workflows(): Promise<SavedWorkflow[]> {
		return await this.request('GET', '/workflows');
	}

	async createWorkflow(workflow: WorkflowInput): Promise<SavedWorkflow> {
		return await this.request('POST', '/workflows', { settings: {}, ...workflow, active: false });
	}

	/** Publishes a workflow and waits until its triggers listen. n8n responds before they do. */
	async activate({ id, name, versionId }: SavedWorkflow) {
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
		if (status !== 'published') throw new ToolError(`n8n could not publish "${name}": ${status}`);
	}

	/** Takes back what `activate` did. */
	async deactivate({ id }: { id: string }) {
		await this.request('POST', `/workflows/${id}/deactivate`, {});
	}

	async publicationStatus(workflowId: string): Promise<string> {
		const response = await this.send('GET', `/workflows/${workflowId}/publication-status`);
		// Older releases publish before they respond, and have no status.
		return response.status === 404 ? 'published' : dataOf(response).status;
	}

	/** @returns the last ones, newest first, at most 100; of one status, or of all */
	async executions(
		workflowId: string,
		{ count = 20, status }: { count?: number; status?: string } = {},
	): Promise<ExecutionSummary[]> {
		const wanted = { workflowId, ...(status && { status: [status] }) };
		const filter = encodeURIComponent(JSON.stringify(wanted));
		const { results }: { results: ExecutionSummary[] } = await this.request(
			'GET',
			`/executions?filter=${filter}&limit=${count}`,
		);
		return results;
	}

	async execution(id: string): Promise<SavedExecution> {
		return await this.request('GET', `/executions/${id}`);
	}

	/** Ends an execution, as "Stop" does in the list of executions. */
	async stop(id: string) {
		await this.request('POST', `/executions/${id}/stop`);
	}

	/**
	 * Runs a failed execution again from where it failed, as "Retry with original workflow" does in the list of executions.
	 *
	 * @returns once that is over
	 */
	async retry(id: string): Promise<SavedExecution> {
		const path = `/executions/${id}/retry`;
		const again: ExecutionSummary = await this.request('POST', path, { loadWorkflow: false });
		return await this.finished(again.id);
	}

	/**
	 * Runs a saved workflow from one of its triggers, as "Execute workflow" in the editor does, to its end.
	 *
	 * @param trigger the name of the node
	 * @param step the name of the node at which it ends, as "Execute step" in that node does
	 */
	async run({ id }: { id: string }, trigger: string, step?: string) {
		const path = `/workflows/${id}/run`;
		const { executionId }: { executionId: string } = await this.request('POST', path, {
			triggerToStartFrom: { name: trigger },
			...(step !== undefined && { destinationNode: { nodeName: step, mode: 'inclusive' } }),
		});
		return await this.finished(executionId);
	}

	/** @returns once it is over */
	async finished(executionId: string): Promise<SavedExecution> {
		const isOver = async () => !UNFINISHED.includes((await this.execution(executionId)).status);
		await waitUntil(isOver, { limitMs: RUN_LIMIT_MS, what: `execution ${executionId} is over` });
		return await this.execution(executionId);
	}

	/**
	 * @param path below `/rest`
	 * @returns n8n's response
	 * @throws ToolError when that is an error
	 */
	async request<Body>(
		method: 'GET' | 'POST' | 'PATCH',
		path: string,
		body?: object,
	): Promise<Body> {
		return dataOf(await this.send(method, path, body));
	}

	/** @param path below `/rest` */
	async send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
		const response = await this.http
			.request({ method, url: path, data: body })
			.catch((error: AxiosError) => {
				throw new ToolError(`n8n did not respond to ${method} /rest${path}: ${error.code}`);
			});
		const cookies = response.headers['set-cookie'];
		if (cookies) {
			this.session.cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
			this.http.defaults.headers.common.Cookie = this.session.cookie;
		}
		return response;
	}
}

/** Errors name what n8n said and never what was sent, which may hold a key. */
function dataOf({ status, data, config: { method, url } }: AxiosResponse) {
	if (status < 400) return data.data;
	const request = `${method?.toUpperCase()} /rest${url}`;
	throw new ToolError(`n8n responded with status ${status} to ${request}: ${data?.message}`);
}
