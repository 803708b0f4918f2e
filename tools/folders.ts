import { homedir } from 'node:os';
import { join } from 'node:path';

const NAME = 'n8n-nodes-mailroom';

/** The checkout that contains this file. */
export const repositoryFolder = join(__dirname, '..');

/** Cache of n8n and its Node between runs. It can be deleted; the next run installs them again. */
export function cacheFolder() {
	return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), NAME);
}

/** Folder of this user's demos, with one folder for each. */
export function demosFolder() {
	return join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), NAME);
}
