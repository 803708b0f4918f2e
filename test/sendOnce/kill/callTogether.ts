import { randomUUID } from 'node:crypto';
import { errorOf } from '../../../tools/n8n/nodeOutput';
import type { publishInN8n } from '../../../tools/n8n/runInN8n';
import type { N8nClient } from '../../../tools/n8n/N8nClient';
import { failureOf, outcomeOf, type Outcome, type Told } from './outcomeOf';
import type { Recipient } from './recipientsOf';

/** Executions whose error is read. n8n tells of no more at once. */
const MOST_FAILED = 100;

/**
 * Calls a workflow many times at the same moment. Each call is an execution.
 *
 * @param calls the recipients of each
 * @returns each execution's status of its recipients
 */
export async function callTogether(
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
