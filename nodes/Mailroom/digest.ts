import { createHash } from 'node:crypto';

export function digestOf(texts: string[]): string {
	return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}
