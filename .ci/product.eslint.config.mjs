import tseslint from 'typescript-eslint';
import { directions } from './eslint.config.mjs';

/** What `lint.ts` asks of `nodes/` and `credentials/` beside n8n's rules. */
export default tseslint.config({
	files: ['**/*.ts'],
	extends: [directions],
	languageOptions: { parser: tseslint.parser },
	settings: {
		...directions.settings,
		'import-x/extensions': ['.ts'],
		'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
	},
	rules: { 'import-x/no-cycle': 'error' },
});
