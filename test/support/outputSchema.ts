import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnySchemaObject } from 'ajv';

/** Where n8n finds what an operation puts out: `<resource>/<operation>.json`. */
export const OUTPUT_SCHEMAS = join(__dirname, '../../nodes/Mailroom/__schema__/v1.0.0');

/** @param operation its resource and its name, e.g. `contact/get` */
export function outputSchema(operation: string): AnySchemaObject {
	return JSON.parse(readFileSync(join(OUTPUT_SCHEMAS, `${operation}.json`), 'utf8'));
}
