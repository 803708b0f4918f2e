import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolError } from '../ToolError';
import { installPackages } from './installPackages';
import { findBrowser } from './findBrowser';

/** A machine without a browser gets Debian's, or is told what to install. */
export async function installBrowser() {
	if (findBrowser()) return;

	const folder = await mkdtemp(join(tmpdir(), 'mailroom-browser-'));
	try {
		// The browser itself brings no letters.
		await installPackages(['chromium', 'fonts-liberation'], {
			neededFor: 'The browser tests need Chromium or Google Chrome',
			folder,
			say: (line) => process.stderr.write(`${line}\n`),
		});
		if (!findBrowser()) throw new ToolError('Chromium is not where Debian puts it');
	} finally {
		await rm(folder, { recursive: true });
	}
}
