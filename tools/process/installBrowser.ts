import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolError } from './ToolError';
import { installPackages } from './installPackages';
import { findBrowser } from './findBrowser';

/** Installs Debian's browser if the machine has none, or fails with the name of the missing program. */
export async function installBrowser() {
	if (findBrowser()) return;

	const folder = await mkdtemp(join(tmpdir(), 'mailroom-browser-'));
	try {
		// The browser's package contains no fonts.
		await installPackages(['chromium', 'fonts-liberation'], {
			neededFor: 'The browser tests need Chromium or Google Chrome',
			folder,
		});
		if (!findBrowser()) throw new ToolError('Chromium is not where Debian puts it');
	} finally {
		await rm(folder, { recursive: true });
	}
}
