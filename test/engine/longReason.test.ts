import { runNode } from '../support/engine/runNode';
import { useSandbox } from './useSandbox';

const service = useSandbox();

/** Seen with a pattern that went back: 40 s in which n8n answered nobody. */
test.each(['<p <p', '</', '<p x', '<h1>@', 'x. '])(
	'a reason of 400 kB does not hold up n8n: %s',
	async (piece) => {
		const message = piece.repeat(400_000 / piece.length);
		service.sandbox.faults.add({ endpoint: '*', status: 400, body: { message } });
		// Work, and no waiting: the test's own clock stands still meanwhile.
		const before = process.cpuUsage();
		const { error } = await runNode({
			credential: service.credential,
			parameters: { resource: 'contact', operation: 'get', email: 'ada@example.com' },
		});

		expect(error?.message).toMatch(/status 400/);
		expect(error?.message.length).toBeLessThan(1000);
		expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000);
	},
);
