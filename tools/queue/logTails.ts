import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const LINES = 15;

/** The ends of all logs below a folder, for an error message. The folder is removed before the message is read. */
export async function logTails(folder: string) {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.log'));
	const tails = files.map(async ({ parentPath, name }) => {
		const file = join(parentPath, name);
		const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
		return `--- ${relative(folder, file)}\n${lines.slice(-LINES).join('\n')}`;
	});
	return (await Promise.all(tails)).join('\n');
}
