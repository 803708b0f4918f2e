import { randomUUID } from 'node:crypto';
import { publishInN8n, type N8nAccess } from '../../../tools/n8n/runInN8n';
import { waitUntil } from '../../../tools/process/waitUntil';
import { callTogether } from './callTogether';
import { onceParameters, type InDoubtChoice } from './onceParameters';
import type { Sandbox } from '../../../sandbox/startSandbox';
import type { Checks } from './Checks';
import type { Recipient } from './recipientsOf';
import type { OperationName } from '../../support/operations';

const PUBLISH_LIMIT_MS = 60_000;

export interface N8n {
	name: string;
	access: N8nAccess;
}

/** An n8n that can be killed while it runs a workflow. */
export interface N8nUnderTest extends N8n {
	/** Status of an execution whose process was killed, and of its Retry; undefined when n8n starts it anew by itself. */
	statuses?: Array<{ killed: string; retried: string }>;
	/** Kills the process that runs the execution, and starts it again. Resolves when it is ready. */
	crash: (executionId: string) => Promise<void>;
	stop: () => Promise<void>;
}

/** An n8n that is one process. */
export interface OneProcess extends N8nUnderTest {
	/** Ends the process, at once or as it ends when it is asked to stop, and starts it again. */
	end: (way: 'kill' | 'stop') => Promise<void>;
}

/** Shared by all checks of an n8n. */
export interface Bench<Tested extends N8n = N8n> {
	n8n: Tested;
	sandbox: Sandbox;
	checks: Checks;
	/** Upper limit for a run that sends one by one, and for a burst. */
	emails: number;
	/** Executions of a burst on workers. */
	calls: number;
	/** Decides the moments of kills, and the recipients. */
	random: () => number;
	say: (line: string) => void;
}

interface Sending {
	operation?: OperationName;
	/** Empty: none. A new one by default. */
	sendOnceKey?: string;
	inDoubt?: InDoubtChoice;
	onError?: 'stopWorkflow' | 'continueRegularOutput';
	/** They become contacts. */
	recipients: Recipient[];
	answerDelayMs?: number;
}

/**
 * Publishes a workflow that sends each recipient the email once, before a service that is as new.
 *
 * @returns also how to call it many times at once, each call with some recipients
 */
export async function publishOnce(
	{ n8n: { access }, sandbox: { store, settings, reset } }: Pick<Bench, 'n8n' | 'sandbox'>,
	{
		operation = 'email sendTransactional',
		sendOnceKey = randomUUID(),
		inDoubt,
		onError = 'continueRegularOutput',
		recipients,
		answerDelayMs = 0,
	}: Sending,
) {
	reset();
	settings.answerDelayMs = answerDelayMs;
	for (const { email, list } of recipients) store.addContact({ email, subscribedToLists: [list] });
	const parameters = onceParameters(operation, sendOnceKey, inDoubt);
	const published = await publishInN8n(access, { parameters, onError });
	const callAll = async (calls: Recipient[][]) =>
		await callTogether(published, { client: access.client, calls });
	return { ...published, callAll };
}

type Call = (items: object[]) => Promise<{ status: number; items: object[] }>;

/** Calls a workflow of an n8n that was restarted: n8n publishes its workflows only after it says that it is ready. */
export async function callOncePublished(call: Call, items: object[]) {
	let answer = await call(items);
	const isPublished = async () => {
		if (answer.status === 404) answer = await call(items);
		return answer.status !== 404;
	};
	await waitUntil(isPublished, { limitMs: PUBLISH_LIMIT_MS, what: 'the workflow is published' });
	return answer;
}
