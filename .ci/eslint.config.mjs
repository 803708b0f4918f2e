import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/**
 * The rules for everything that is not published. The other folders of tooling take them from here; what is published obeys
 * n8n's own rules, by the `eslint.config.mjs` of the root, which has to stay as n8n made it.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Who may import from whom: from its own folder, from the product, and from what is named here. */
const MAY_IMPORT_FROM = {
	nodes: [],
	credentials: [],
	sandbox: [],
	tools: ['sandbox'],
	demo: ['sandbox', 'tools'],
	bench: ['sandbox', 'tools'],
	'.ci': [],
	'test/support': ['sandbox', 'tools', 'demo'],
	// A suite never leans on another one.
	'test/unit': ['sandbox', 'tools', 'test/support', '.ci'],
	'test/sandbox': ['sandbox', 'tools', 'test/support'],
	'test/engine': ['sandbox', 'tools', 'test/support'],
	'test/faults': ['sandbox', 'tools', 'test/support'],
	'test/e2e': ['sandbox', 'tools', 'demo', 'test/support'],
	'test/browser': ['sandbox', 'tools', 'demo', 'test/support'],
	'test/queue': ['sandbox', 'tools', 'test/support'],
	'test/kill': ['sandbox', 'tools', 'test/support'],
};
const PRODUCT = ['nodes', 'credentials'];

const folders = Object.keys(MAY_IMPORT_FROM);
const zones = Object.entries(MAY_IMPORT_FROM).map(([target, sources]) => ({
	target,
	from: folders.filter((from) => ![target, ...PRODUCT, ...sources].includes(from)),
	message: `${target} may import from: ${[target, ...PRODUCT, ...sources].join(', ')}`,
}));

export default tseslint.config({
	files: ['**/*.ts'],
	extends: [tseslint.configs.recommended],
	plugins: { 'import-x': importX },
	languageOptions: {
		parserOptions: {
			project: ['tsconfig.support.json', 'test/browser/tsconfig.json'],
			tsconfigRootDir: root,
		},
	},
	linterOptions: { reportUnusedDisableDirectives: 'error' },
	settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js'] })] },
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
		'import-x/no-restricted-paths': ['error', { basePath: root, zones }],
	},
});
