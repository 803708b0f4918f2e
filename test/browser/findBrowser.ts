const { existsSync } = require('node:fs');
const { findProgram } = require('../programs/findProgram');

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MACOS_APPLICATION = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** @returns {string | undefined} the Chromium or Chrome of this machine */
function findBrowser() {
	const onPath = NAMES.map(findProgram).find((file) => file !== undefined);
	return onPath ?? (existsSync(MACOS_APPLICATION) ? MACOS_APPLICATION : undefined);
}

module.exports = { findBrowser };
