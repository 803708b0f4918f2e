import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/**
 * Rules for everything that is not published. Published code follows n8n's rules in the root's `eslint.config.mjs`, which n8n's
 * verification requires unchanged.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Each folder below `test/`, except `support`, is a suite. A suite imports nothing from another one. */
const SUITE = ['sandbox', 'tools', 'demo', 'test/support'];
const suites = readdirSync(join(root, 'test'), { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && entry.name !== 'support')
	.map(({ name }) => `test/${name}`);

/** A folder may import from itself, from the product, and from the folders named here. */
const MAY_IMPORT_FROM = {
	nodes: [],
	credentials: [],
	sandbox: [],
	tools: ['sandbox'],
	demo: ['sandbox', 'tools'],
	bench: ['sandbox', 'tools'],
	'.ci': ['tools'],
	'test/support': ['sandbox', 'tools', 'demo'],
	...Object.fromEntries(suites.map((suite) => [suite, SUITE])),
	'test/bench': [...SUITE, 'bench'],
};
const PRODUCT = ['nodes', 'credentials'];

const folders = Object.keys(MAY_IMPORT_FROM);
const zones = Object.entries(MAY_IMPORT_FROM).map(([target, sources]) => {
	const allowed = new Set([target, ...PRODUCT, ...sources]);
	return {
		target,
		from: folders.filter((from) => !allowed.has(from)),
		message: `${target} may import from: ${[...allowed].join(', ')}`,
	};
});

/** Import directions without the other rules, also for the product. */
export const directions = {
	plugins: { 'import-x': importX },
	settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js'] })] },
	rules: { 'import-x/no-restricted-paths': ['error', { basePath: root, zones }] },
};

export default tseslint.config({
	files: ['**/*.ts'],
	extends: [tseslint.configs.recommended, directions],
	languageOptions: {
		parserOptions: {
			project: ['tsconfig.support.json', 'test/support/browser/tsconfig.json'],
			tsconfigRootDir: root,
		},
	},
	linterOptions: { reportUnusedDisableDirectives: 'error' },
	rules: {
		'@typescript-eslint/await-thenable': 'error',
		'@typescript-eslint/no-floating-promises': 'error',
		'@typescript-eslint/no-for-in-array': 'error',
		'@typescript-eslint/no-misused-promises': 'error',
		'@typescript-eslint/no-unnecessary-type-assertion': 'error',
		// `const { a, ...rest }` names a property to leave it out.
		'@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
		'@typescript-eslint/only-throw-error': 'error',
		'@typescript-eslint/prefer-promise-reject-errors': 'error',
		'@typescript-eslint/switch-exhaustiveness-check': 'error',
	},
});
