import { parseArgs } from 'node:util';
import { startSandbox } from './startSandbox';

const DEFAULT_PORT = 4010;
const USAGE = 'Usage: npm run sandbox -- [--port NUMBER] [--data FILE] [--empty]';

/** Runs the sandbox until Ctrl-C. */
export async function runCli(args: string[]) {
	try {
		const sandbox = await startSandbox(readOptions(args));
		for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void sandbox.close());
		console.log(
			`Base URL  ${sandbox.url}\nAPI key   ${sandbox.apiKey}\nInbox     ${sandbox.origin}/`,
		);
	} catch (error) {
		console.error(explain(error as NodeJS.ErrnoException & { port?: number }));
		process.exitCode = 1;
	}
}

function readOptions(args: string[]) {
	const options = {
		port: { type: 'string' },
		data: { type: 'string' },
		empty: { type: 'boolean', default: false },
	} as const;
	const { values } = parseArgs({ args, options });
	const port = Number(values.port ?? process.env.MAILROOM_SANDBOX_PORT ?? DEFAULT_PORT);
	if (!Number.isInteger(port) || port < 0 || port > 65535) {
		throw new Error('The port must be a number from 0 to 65535');
	}
	return { port, dataFile: values.data, withContacts: !values.empty };
}

function explain({ code, port, message }: NodeJS.ErrnoException & { port?: number }) {
	if (code === 'EADDRINUSE') return `Port ${port} is taken: choose another one with --port`;
	return code?.startsWith('ERR_PARSE_ARGS') ? `${message}\n${USAGE}` : message;
}
