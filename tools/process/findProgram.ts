import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @param name of a program on PATH
 * @returns its file
 */
export function findProgram(name: string): string | undefined {
	return programFolders()
		.map((folder) => join(folder, name))
		.find((file) => existsSync(file));
}

export function programFolders() {
	return (process.env.PATH ?? '').split(delimiter);
}
