import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs n8n's linter. Its rules are for what is published; with this flag, the default from ESLint 10 on, the files of a folder
 * that has an `eslint.config.mjs` of its own are judged by that one.
 */
const ESLINT_FLAGS = 'unstable_config_lookup_from_file';

const ROOT = join(__dirname, '..');
const MODULES = join(ROOT, 'node_modules');
const N8N_CLI = join(MODULES, '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
const TSX = join(MODULES, 'tsx', 'dist', 'cli.mjs');
const ESLINT = join(MODULES, 'eslint', 'bin', 'eslint.js');

function run(program: string, args: string[]) {
	const { status } = spawnSync(process.execPath, [program, ...args], {
		cwd: ROOT,
		env: { ...process.env, ESLINT_FLAGS },
		stdio: 'inherit',
	});
	if (status !== 0) process.exitCode = status ?? 1;
}

run(N8N_CLI, ['lint', ...process.argv.slice(2)]);
// n8n's configuration has to stay as n8n made it: that the product imports nothing that is not published is asked apart.
run(ESLINT, [
	'--no-inline-config',
	'--config',
	'.ci/product.eslint.config.mjs',
	'nodes',
	'credentials',
]);
// What no rule of ESLint sees.
run(TSX, ['.ci/patterns.ts']);
run(TSX, ['.ci/formAsShown.ts']);
