import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/**
 * The rules for everything that is not published. The other folders of tooling take them from here; what is published obeys
 * n8n's own rules, by the `eslint.config.mjs` of the root, which has to stay as n8n made it.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A suite never leans on another one: every folder below `test/` is one, but for what they share. */
const SUITE = ['sandbox', 'tools', 'test/support'];
const suites = readdirSync(join(root, 'test'), { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && entry.name !== 'support')
	.map(({ name }) => `test/${name}`);

/** Who may import from whom: from its own folder, from the product, and from what is named here. */
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
	'test/unit': [...SUITE, '.ci', 'demo'],
	'test/e2e': [...SUITE, 'demo'],
	'test/browser': [...SUITE, 'demo'],
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

/** The directions alone. They hold for the product, too, whose own configuration does not know of the other folders. */
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
			project: ['tsconfig.support.json', 'test/browser/tsconfig.json'],
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
		// Naming a property is how the rest is had without it.
		'@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
		'@typescript-eslint/only-throw-error': 'error',
		'@typescript-eslint/prefer-promise-reject-errors': 'error',
		'@typescript-eslint/switch-exhaustiveness-check': 'error',
	},
});
