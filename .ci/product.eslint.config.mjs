import tseslint from 'typescript-eslint';
import { directions } from './eslint.config.mjs';

/** Rules of `lint.ts` for `nodes/` and `credentials/`, in addition to n8n's. */
export default tseslint.config({
	files: ['**/*.ts'],
	extends: [directions],
	languageOptions: { parser: tseslint.parser },
	settings: {
		...directions.settings,
		'import-x/extensions': ['.ts'],
		'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
	},
});
