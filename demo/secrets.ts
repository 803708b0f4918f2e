import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../tools/process/ToolError';

export interface Secrets {
	/** Of the owner of the demo's n8n. */
	password: string;
	/** Bearer token with which an AI application uses the assistant's tools. */
	token: string;
}

/**
 * Secrets that keep other programs and web pages out of a demo. They are made at its first start and kept with its data, so that the
 * password of one demo is not that of another.
 */
export async function secretsOf(folder: string): Promise<Secrets> {
	const file = join(folder, 'secrets.json');
	if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Secrets;
	if (existsSync(join(folder, 'n8n'))) {
		throw new ToolError(
			'The data of this demo are of an older version: begin anew with "npm start -- --fresh"',
		);
	}
	const secrets = {
		// n8n wants a capital letter and a digit.
		password: `A1-${randomBytes(9).toString('base64url')}`,
		token: randomBytes(24).toString('base64url'),
	};
	await mkdir(folder, { recursive: true });
	await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
	return secrets;
}
