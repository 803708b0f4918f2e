const { parseArgs } = require('node:util');
const { startSandbox } = require('./startSandbox');

const DEFAULT_PORT = 4010;
const USAGE = 'Usage: node sandbox [--port NUMBER] [--data FILE]';

/**
 * Runs the sandbox until Ctrl-C.
 * @param {string[]} args
 */
async function runCli(args) {
	try {
		const { port, dataFile } = readOptions(args);
		const sandbox = await startSandbox({ port, dataFile });
		for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void sandbox.close());
		console.log(
			`Base URL  ${sandbox.url}\nAPI key   ${sandbox.apiKey}\nInbox     ${sandbox.origin}/`,
		);
	} catch (error) {
		console.error(explain(/** @type {NodeJS.ErrnoException & { port?: number }} */ (error)));
		process.exitCode = 1;
	}
}

/** @param {string[]} args */
function readOptions(args) {
	const options = /** @type {const} */ ({ port: { type: 'string' }, data: { type: 'string' } });
	const { values } = parseArgs({ args, options });
	const port = Number(values.port ?? process.env.MAILROOM_SANDBOX_PORT ?? DEFAULT_PORT);
	if (!Number.isInteger(port) || port < 0 || port > 65535) {
		throw new Error('The port must be a number from 0 to 65535');
	}
	return { port, dataFile: values.data };
}

/** @param {NodeJS.ErrnoException & { port?: number }} error */
function explain({ code, port, message }) {
	if (code === 'EADDRINUSE') return `Port ${port} is taken: choose another one with --port`;
	return code?.startsWith('ERR_PARSE_ARGS') ? `${message}\n${USAGE}` : message;
}

module.exports = { runCli };
