import { contacts } from '../engine/workloads/contacts';
import { markdownTable } from '../report/markdownTable';
import { count } from '../report/numbers';
import { runOnSandbox } from '../runOnSandbox';
import { deliveryOf } from '../deliveryOf';
import { paceOf } from '../../tools/paceOf';
import type { Bench } from '../prepare';
import type { Row } from '../report/goalTable';
import type { WorkName } from '../engine/workloads';
import type { WorkTask } from '../engine/runWork';

type Variant = Omit<WorkTask, 'work' | 'itemCount' | 'packageFolder' | 'service'>;

const VARIANTS: Record<string, Variant> = {
	Mailroom: { nodeName: 'mailroom' },
	'HTTP Request': { nodeName: 'httpRequest' },
	'HTTP Request, batches of 10 per 1,000 ms': {
		nodeName: 'httpRequest',
		options: { batching: { batch: { batchSize: 10, batchInterval: 1000 } } },
	},
	'HTTP Request, Retry On Fail': { nodeName: 'httpRequest', settings: { retryOnFail: true } },
};

/** The same work with n8n's HTTP Request node, as one would set it up by hand. */
export async function beside(bench: Bench): Promise<Row> {
	const emails = await tableOf(bench, 'sendTransactional', 300 * bench.scale);
	const upserts = await tableOf(bench, 'upsert', 1000 * bench.scale);
	return {
		goals: [],
		report: `${count(300 * bench.scale)} transactional emails:\n\n${emails}\n\n${count(1000 * bench.scale)} contacts:\n\n${upserts}`,
	};
}

async function tableOf(bench: Bench, work: WorkName, itemCount: number) {
	const rows = [];
	for (const [name, variant] of Object.entries(VARIANTS)) {
		const { result, journal } = await runOnSandbox(bench, {
			task: { ...variant, work, itemCount },
		});
		const { requests, throttled } = paceOf(journal);
		const { lost, doubled } = deliveryOf(
			journal,
			contacts(itemCount).map(({ email }) => email),
		);
		const end = result.error ? 'an error' : `${count(result.itemCount)} items`;
		const numbers = [requests, throttled, lost, doubled].map(count);
		rows.push([name, `${result.seconds.toFixed(1)} s`, end, ...numbers]);
		bench.say(`  ${rows[rows.length - 1].join(', ')}`);
	}
	return markdownTable(
		['', 'time', 'ends with', 'requests', 'answered 429', 'lost', 'done twice or more'],
		rows,
	);
}
