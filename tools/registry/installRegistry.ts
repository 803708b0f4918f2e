import { installLocked } from '../n8n/installLocked';

/** The npm registry of the lockfile beside this file, installed on first use and kept in the user's cache. */
export async function installRegistry() {
	return await installLocked({ name: 'verdaccio', pinnedIn: __dirname, size: '65 MB' });
}
