import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * n8n's linter applies its rules to published code. With this flag, the default from ESLint 10 on, a folder with its own
 * `eslint.config.mjs` is checked by that configuration instead.
 */
const ESLINT_FLAGS = 'unstable_config_lookup_from_file';

const ROOT = join(__dirname, '..');
const MODULES = join(ROOT, 'node_modules');
const N8N_CLI = join(MODULES, '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
const TSX = join(MODULES, 'tsx', 'dist', 'cli.mjs');
const ESLINT = join(MODULES, 'eslint', 'bin', 'eslint.js');
const DEPCRUISE = join(MODULES, 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');

function run(program: string, args: string[]) {
	const { status } = spawnSync(process.execPath, [program, ...args], {
		cwd: ROOT,
		env: { ...process.env, ESLINT_FLAGS },
		stdio: 'inherit',
	});
	if (status !== 0) process.exitCode = status ?? 1;
}

run(N8N_CLI, ['lint', ...process.argv.slice(2)]);
// Checks the imports of published code separately, because n8n's configuration must stay unchanged.
run(ESLINT, [
	'--no-inline-config',
	'--config',
	'.ci/product.eslint.config.mjs',
	'nodes',
	'credentials',
]);
// The order of the layers, and no circles.
run(DEPCRUISE, ['--config', '.ci/layers.cjs', 'nodes', 'credentials', 'bench']);
// Checks that no rule of ESLint covers.
run(TSX, ['test/package/patterns.ts']);
run(TSX, ['test/package/formAsShown.ts']);
