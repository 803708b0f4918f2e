import { randomUUID } from 'node:crypto';
import { errorOf } from '../../../tools/n8n/nodeOutput';
import { publishInN8n, type N8nAccess } from '../../../tools/n8n/runInN8n';
import { waitUntil } from '../../../tools/process/waitUntil';
import { parametersOf, type OperationName } from '../../support/operations';
import { failureOf, outcomeOf, type Outcome, type Told } from './outcomes';
import type { N8nClient } from '../../../tools/n8n/N8nClient';
import type { Sandbox } from '../../../sandbox/startSandbox';
import type { Checks } from './Checks';

const PUBLISH_LIMIT_MS = 60_000;
/** Executions whose error is read. n8n tells of no more at once. */
const MOST_FAILED = 100;

export interface N8n {
	name: string;
	access: N8nAccess;
	/** In queue mode. */
	workers?: number;
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

/** Parameter for emails that an earlier run left in doubt. */
export const inDoubtChoices = ['fail', 'skip', 'send'] as const;

type InDoubtChoice = (typeof inDoubtChoices)[number];

export interface Recipient {
	email: string;
	text: string;
	list: string;
}

/** @param name makes them others than those of the other rounds */
export function recipientsOf(name: string, count: number): Recipient[] {
	return Array.from({ length: count }, (_, index) => ({
		email: `reader${index + 1}@${name}.example`,
		text: 'News',
		list: 'newsletter',
	}));
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

/** Of a node that sends each recipient an email with this key once, or any number of times where it is empty. */
function onceParameters(
	operation: OperationName,
	sendOnceKey: string,
	sendOnceInDoubt: InDoubtChoice = 'fail',
) {
	const options = sendOnceKey === '' ? {} : { sendOnceKey, sendOnceInDoubt };
	return { ...parametersOf(operation), options };
}

/**
 * Calls a workflow many times at the same moment. Each call is an execution.
 *
 * @param calls the recipients of each
 * @returns each execution's status of its recipients
 */
async function callTogether(
	{ workflow, call }: Awaited<ReturnType<typeof publishInN8n>>,
	{ client, calls }: { client: N8nClient; calls: Recipient[][] },
): Promise<Outcome[]> {
	const answered = await Promise.all(
		calls.map(async (recipients) => {
			const name = randomUUID();
			const items = recipients.map((recipient) => ({ ...recipient, call: name }));
			// An n8n that ends in the meantime does not answer.
			const answer = await call(items).catch(() => undefined);
			return { name, recipients, answer, at: Date.now() };
		}),
	);
	const isFailed = answered.some(({ answer }) => answer && answer.status !== 200);
	const errors = isFailed ? await errorsOf(client, workflow.id) : [];
	return answered.flatMap(({ name, recipients, answer, at }) => {
		if (answer?.status === 200) return (answer.items as Told[]).map((told) => outcomeOf(told, at));
		const found = errors.find(({ data }) => data.includes(name))?.message;
		const error = found ?? (answer && `n8n answered ${answer.status}`);
		return recipients.map(({ email }) =>
			error === undefined
				? { email, kind: 'unanswered' as const, at }
				: failureOf(email, error, at),
		);
	});
}

/** Of the executions that failed, which do not answer with more than that they did. */
async function errorsOf(client: N8nClient, workflowId: string) {
	const failed = await client.executions(workflowId, { count: MOST_FAILED, status: 'error' });
	return await Promise.all(
		failed.map(async ({ id }) => {
			const execution = await client.execution(id);
			return { data: execution.data, message: errorOf(execution) ?? 'n8n has saved no error' };
		}),
	);
}
