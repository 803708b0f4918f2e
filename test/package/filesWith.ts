import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns the files below the folder that hold the text */
export async function filesWith(folder: string, text: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const paths = files.map((entry) => join(entry.parentPath, entry.name));
	const contents = await Promise.all(paths.map((path) => readFile(path)));
	return paths.filter((_, index) => contents[index].includes(text));
}
