import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { say } from '../process/say';
import { waitUntil } from '../process/waitUntil';

/** No installation takes longer. An older folder was left behind, even if another process has its process ID now. */
const FILL_LIMIT_MS = 30 * 60_000;

/**
 * Fills a folder completely or not at all. The work happens in a folder beside it, which gets the final name at the end.
 * Leftovers of interrupted runs are removed. If another process is filling the folder, the call waits for it.
 *
 * @returns the folder
 */
export async function installOnce(
	folder: string,
	fill: (temporary: string) => Promise<void>,
): Promise<string> {
	if (existsSync(folder)) return folder;

	await mkdir(dirname(folder), { recursive: true });
	if (await isBeingFilled(folder)) {
		say(`Waiting for another process that is installing ${basename(folder)} ...`);
		const isDone = async () => !(await isBeingFilled(folder));
		await waitUntil(isDone, { limitMs: FILL_LIMIT_MS, what: `${folder} is installed` });
		if (existsSync(folder)) return folder;
	}

	const temporary = `${folder}.installing-${process.pid}`;
	try {
		await fill(temporary);
		await rename(temporary, folder);
	} catch (error) {
		await rm(temporary, { recursive: true, force: true });
		// Another process may have been faster.
		if (!existsSync(folder)) throw error;
	}
	return folder;
}

/** Also removes folders of processes that no longer run. */
async function isBeingFilled(folder: string) {
	const prefix = `${basename(folder)}.installing-`;
	const names = await readdir(dirname(folder));
	for (const name of names.filter((name) => name.startsWith(prefix))) {
		const path = join(dirname(folder), name);
		if (isRunning(Number(name.slice(prefix.length))) && ageMs(path) < FILL_LIMIT_MS) return true;
		await rm(path, { recursive: true, force: true });
	}
	return false;
}

function ageMs(path: string) {
	// It may get its final name in between.
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats ? Date.now() - stats.birthtimeMs : 0;
}

function isRunning(pid: number) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// EPERM: a process of another user.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
