import { waitUntil } from '../../tools/waitUntil';
import type { N8nAccess } from '../../tools/runInN8n';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { Checks } from '../support/Checks';

const PUBLISH_LIMIT_MS = 60_000;

/** Shared by all checks of an n8n. */
export interface Bench<N8n = { access: N8nAccess; name: string }> {
	n8n: N8n;
	sandbox: Sandbox;
	checks: Checks;
	/** Upper limit for a run that sends one by one, and for a burst. */
	emails: number;
	/** Decides the moments of kills, and the recipients. */
	random: () => number;
	say: (line: string) => void;
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
