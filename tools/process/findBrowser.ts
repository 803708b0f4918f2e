import { existsSync } from 'node:fs';
import { findProgram } from './findProgram';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MACOS_APPLICATION = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** @returns the Chromium or Chrome of this machine */
export function findBrowser(): string | undefined {
	const onPath = NAMES.map(findProgram).find((file) => file !== undefined);
	return onPath ?? (existsSync(MACOS_APPLICATION) ? MACOS_APPLICATION : undefined);
}
