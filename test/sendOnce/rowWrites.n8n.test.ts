import { setTimeout as wait } from 'node:timers/promises';
import { installN8n } from '../../tools/n8n/installN8n';
import { publishInN8n } from '../../tools/n8n/runInN8n';
import { watchRowWrites } from '../../tools/n8n/watchRowWrites';
import { parametersOf } from '../support/operations';
import { useDemo } from '../support/useDemo';

const MAX_WRITES = 8;
const MAX_QUIET_AFTER_MS = 15_000;
const WATCHED_MS = 30_000;
const LIMIT_MS = 180_000;

const demo = useDemo();

test(
	'for one email with a key, n8n writes its row at most 8 times, and no more after 15 s',
	async () => {
		const { n8n, sandbox, ...access } = demo.get();
		const install = await installN8n(process.env.MAILROOM_TEST_N8N);
		const rowWrites = await watchRowWrites({ install, userFolder: n8n.userFolder });
		const { workflow, call } = await publishInN8n(
			{ n8n, ...access },
			{
				parameters: {
					...parametersOf('email sendTransactional'),
					options: { sendOnceKey: 'receipt' },
				},
			},
		);
		await rowWrites.fillHistory(workflow, 10_000);

		await call([{ email: 'ada@example.com', text: 'Receipt' }]);
		const end = Date.now();
		await wait(WATCHED_MS);

		expect(sandbox.store.mails).toHaveLength(1);
		const writes = await rowWrites.of(workflow);
		// A claim and its end need at least two.
		expect(writes.length).toBeGreaterThanOrEqual(2);
		expect(writes.length).toBeLessThanOrEqual(MAX_WRITES);
		expect(writes[writes.length - 1].at).toBeLessThan(end + MAX_QUIET_AFTER_MS);
	},
	LIMIT_MS,
);
