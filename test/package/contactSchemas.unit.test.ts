import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../tools/folders';
import { contactSchemas } from './contactSchemas';

test.each(contactSchemas)(
	'the schema in $path contains all contact fields: `npm run schemas` writes it again',
	({ path, schema }) => {
		const written: unknown = JSON.parse(readFileSync(join(repositoryFolder, path), 'utf8'));
		expect(JSON.stringify(written)).toBe(JSON.stringify(schema));
	},
);
