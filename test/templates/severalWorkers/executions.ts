import { waitUntil } from '../../../tools/process/waitUntil';
import type { Bench } from './startBench';

const OVER_LIMIT_MS = 240_000;
const MOST = 100;
const UNFINISHED = ['new', 'running', 'waiting'];

/** Waits for all executions of a workflow. */
export async function allOver({ cluster: { client } }: Bench, { id }: { id: string }) {
	const isOver = async () => {
		const executions = await client.executions(id, { count: MOST });
		return !executions.some(({ status }) => UNFINISHED.includes(status));
	};
	await waitUntil(isOver, { limitMs: OVER_LIMIT_MS, what: 'all executions are over' });
}

/** Makes all claims that are open as old as the lists of what is in doubt want. */
export async function age({ change }: Bench, interval: string) {
	await change(
		`UPDATE sent_emails SET claimed_at = claimed_at - interval '${interval}' WHERE sent_at IS NULL`,
	);
}
