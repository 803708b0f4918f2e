const { parseArgs } = require('node:util');
const { DemoError } = require('./DemoError');

const N8N_PORT = { option: 'MAILROOM_N8N_PORT', usual: 5678 };
const SANDBOX_PORT = { option: 'MAILROOM_SANDBOX_PORT', usual: 4010 };
const USAGE = 'Usage: npm start [-- --fresh | --check]';

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function readOptions(args, env) {
	return {
		...readFlags(args),
		ports: { n8n: readPort(env, N8N_PORT), sandbox: readPort(env, SANDBOX_PORT) },
	};
}

/** @param {string[]} args */
function readFlags(args) {
	try {
		const { values } = parseArgs({
			args,
			options: { fresh: { type: 'boolean' }, check: { type: 'boolean' } },
		});
		return { fresh: values.fresh ?? false, check: values.check ?? false };
	} catch {
		throw new DemoError(USAGE);
	}
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {typeof N8N_PORT} port
 */
function readPort(env, { option, usual }) {
	const port = Number(env[option] ?? usual);
	if (!Number.isInteger(port) || port < 1 || port > 65535) {
		throw new DemoError(`${option} must be a number from 1 to 65535`);
	}
	return port;
}

module.exports = { readOptions, N8N_PORT, SANDBOX_PORT };
