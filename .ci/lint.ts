import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs n8n's linter. Its rules are for what is published; with this flag, the default from ESLint 10 on, the files of a folder
 * that has an `eslint.config.mjs` of its own are judged by that one.
 */
const ESLINT_FLAGS = 'unstable_config_lookup_from_file';

const ROOT = join(__dirname, '..');
const CLI = join(ROOT, 'node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');

const { status } = spawnSync(process.execPath, [CLI, 'lint', ...process.argv.slice(2)], {
	cwd: ROOT,
	env: { ...process.env, ESLINT_FLAGS },
	stdio: 'inherit',
});
process.exitCode = status ?? 1;
