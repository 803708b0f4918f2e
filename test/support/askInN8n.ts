import { publishInN8n, type N8nAccess } from '../../tools/n8n/runInN8n';
import { linksIn } from './linksIn';
import type { Sandbox } from '../../sandbox/startSandbox';

const QUESTION = {
	...{ resource: 'email', operation: 'sendAndWait', to: 'ada@example.com' },
	...{ subject: 'Refund?', message: '={{ $now.toMillis() }}' },
};

/**
 * Starts an execution in which the node asks by email, and then waits.
 *
 * @param parameters of the node, beside those of a question that is asked at no other time
 */
export async function askInN8n(
	{ sandbox, ...access }: N8nAccess & { sandbox: Sandbox },
	parameters: object = {},
	{ name, item = {} }: { name?: string; item?: object } = {},
) {
	const { workflow, call } = await publishInN8n(access, {
		parameters: { ...QUESTION, ...parameters },
		name,
	});
	await call([item]);
	const [{ id, status }] = await access.client.executions(workflow.id);
	const body = sandbox.store.mails.at(-1)?.body ?? '';
	return { id, status, body, links: linksIn(body) };
}
