const { once } = require('node:events');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const axios = require('axios');
const { startChild, stopChild } = require('../demo/childProcesses');

/**
 * @typedef {import('../sandbox/createService').Settings} Settings
 * @typedef {import('../sandbox/traffic/createJournalEntry').JournalEntry} JournalEntry
 * @typedef {Awaited<ReturnType<typeof startSandboxProcess>>} SandboxProcess
 */

const MAIN = join(__dirname, '..', 'sandbox');
const HANDLE_SIZE = 1000 * 1024 * 1024;

/**
 * The sandbox in a process of its own, so that what it spends is not measured with the node's.
 *
 * @param {Partial<Settings>} [settings] those that are not the sandbox's defaults
 */
async function startSandboxProcess(settings = {}) {
	const child = startChild([process.execPath, MAIN, '--port', '0'], {
		cwd: MAIN,
		env: process.env,
		output: 'pipe',
	});
	const { baseUrl, apiKey } = await introduction(child);
	const control = axios.create({
		baseURL: new URL('/_sandbox/', baseUrl).href,
		proxy: false,
		maxContentLength: HANDLE_SIZE,
	});
	await control.post('settings', settings);
	return {
		url: baseUrl,
		apiKey,
		/** @param {{ email: string }[]} contacts */
		seed: async (contacts) => void (await control.post('contacts', contacts)),
		/** @returns {Promise<JournalEntry[]>} */
		journal: async () => (await control.get('journal')).data,
		/** @returns {Promise<unknown[]>} */
		contacts: async () => (await control.get('contacts')).data,
		stop: () => stopChild(child),
	};
}

/**
 * What the sandbox says when it is ready.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
async function introduction(child) {
	if (!child.stdout) throw new Error('The sandbox says nothing');
	const lines = createInterface({ input: child.stdout });
	const text = await new Promise((resolve, reject) => {
		let said = '';
		lines.on('line', (line) => {
			said += `${line}\n`;
			if (line.startsWith('Inbox')) resolve(said);
		});
		once(child, 'exit').then(() => reject(new Error(`The sandbox did not start: ${said}`)));
	});
	const [, baseUrl] = /Base URL +(\S+)/.exec(text) ?? [];
	const [, apiKey] = /API key +(\S+)/.exec(text) ?? [];
	return { baseUrl, apiKey };
}

module.exports = { startSandboxProcess };
