/**
 * Makes all imports of n8n resolve to the installed n8n. Files of this repository would otherwise load the development
 * dependencies. It must be loaded first.
 */
import Module from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

type Resolved = { url: string; format?: string; shortCircuit?: boolean };

type Context = { parentURL?: string };

type Resolve = (
	specifier: string,
	context: Context,
	next: (specifier: string) => Resolved,
) => Resolved;

/** n8n runs on Node 24, which has this function. The types are those of Node 20. */
const { registerHooks } = Module as unknown as { registerHooks(hooks: { resolve: Resolve }): void };

const N8N = /^(n8n-core|n8n-workflow|n8n-nodes-base|@n8n\/[^/]+)(\/|$)/;

const program = process.env.MAILROOM_BENCH_N8N;
if (!program) throw new Error('MAILROOM_BENCH_N8N does not say where n8n is');
const installed = pathToFileURL(dirname(dirname(dirname(program)))).href;
const { resolve } = Module.createRequire(program);

registerHooks({
	resolve(specifier, context, next) {
		const isOurs = !context.parentURL?.startsWith(installed);
		if (!isOurs || !N8N.test(specifier)) return next(specifier);
		return { url: pathToFileURL(resolve(specifier)).href, format: 'commonjs', shortCircuit: true };
	},
});
