import { inEngine } from './inEngine';
import type { WorkTask } from './engine/runWork';
import type { Bench } from './prepare';

/** Runs a work of the Mailroom node as fast as it can, with a service that responds at once. */
export async function runAtOnce(
	bench: Bench,
	task: Pick<WorkTask, 'work' | 'itemCount'> & Partial<WorkTask>,
) {
	return await inEngine(bench, {
		nodeName: 'mailroom',
		// No server listens here, because n8n's request helper is replaced.
		service: { url: 'http://127.0.0.1:9/v1', apiKey: 'benchmarks' },
		respondAtOnce: 'accepted',
		hurries: true,
		...task,
	});
}
