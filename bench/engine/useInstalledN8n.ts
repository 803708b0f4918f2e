/**
 * Loaded into a process before everything else: its n8n is the installed one with everything that belongs
 * to it, also for the files of this repository, which would find the development dependencies.
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

/** Of Node 24, on which n8n runs; the types are those of the Node that develops. */
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
