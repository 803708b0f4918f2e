import { runNode } from '../support/engine/runNode';
import { runTool } from '../support/engine/runTool';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();

/** The setting that SECURITY.md recommends: n8n's HTTP Request node can't use the credential. */
const restricted = () => ({ ...service.credential, allowedHttpRequestDomains: 'none' });
const parameters = { resource: 'mailingList', operation: 'getAll' };

test.each([false, true])(
	'a credential for no HTTP Request node works in this one (declarative: %s)',
	async (declarative) => {
		const { error } = await runNode({ credential: restricted(), parameters, declarative });
		expect(error).toBeUndefined();
		expect(service.received).toHaveLength(1);
	},
);

test.each(['invoke', 'engine'] as const)('and as a tool: %s', async (via) => {
	const result = await runTool({ credential: restricted(), parameters, via });
	expect(JSON.stringify(result)).toContain('newsletter');
	expect(service.received).toHaveLength(1);
});
