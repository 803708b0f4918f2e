import { homedir } from 'node:os';
import { join } from 'node:path';

const NAME = 'n8n-nodes-mailroom';

/** The checkout that this file is in. */
export const repositoryFolder = join(__dirname, '..');

/** Where n8n and its Node are kept between runs; safe to delete, the next run installs again. */
export function cacheFolder() {
	return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), NAME);
}

/** Where the demos of this user are kept between runs, each in a folder of its own. */
export function demosFolder() {
	return join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), NAME);
}
