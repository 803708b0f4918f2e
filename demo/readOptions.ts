import { parseArgs } from 'node:util';
import { ToolError } from '../tools/process/ToolError';

export const N8N_PORT = { option: 'MAILROOM_N8N_PORT', usual: 5678 };
export const SANDBOX_PORT = { option: 'MAILROOM_SANDBOX_PORT', usual: 4010 };
const USAGE = [
	'Usage: npm start [-- --fresh | --check]',
	'  --fresh  forgets what the demo has kept, and begins anew',
	'  --check  tries the demo without a person, on ports and with data of its own',
	`Ports: ${N8N_PORT.option} (n8n, usually ${N8N_PORT.usual}) and ${SANDBOX_PORT.option} (sandbox, usually ${SANDBOX_PORT.usual}).`,
	'Each port of n8n has data of its own.',
].join('\n');

export function readOptions(args: string[], env: NodeJS.ProcessEnv) {
	return {
		...readFlags(args),
		ports: { n8n: readPort(env, N8N_PORT), sandbox: readPort(env, SANDBOX_PORT) },
	};
}

function readFlags(args: string[]) {
	try {
		const { values } = parseArgs({
			args,
			options: { fresh: { type: 'boolean' }, check: { type: 'boolean' } },
		});
		return { fresh: values.fresh ?? false, check: values.check ?? false };
	} catch {
		throw new ToolError(USAGE);
	}
}

function readPort(env: NodeJS.ProcessEnv, { option, usual }: typeof N8N_PORT) {
	const port = Number(env[option] ?? usual);
	if (!Number.isInteger(port) || port < 1 || port > 65535) {
		throw new ToolError(`${option} must be a number from 1 to 65535`);
	}
	return port;
}
