import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import axios from 'axios';
import type { ChildProcess } from 'node:child_process';
import { startChild, stopChild } from '../tools/process/childProcesses';
import type { Settings } from '../sandbox/createService';
import type { Fault } from '../sandbox/traffic/Faults';
import type { JournalEntry } from '../sandbox/traffic/createJournalEntry';

export type SandboxProcess = Awaited<ReturnType<typeof startSandboxProcess>>;

const SANDBOX = join(__dirname, '..', 'sandbox');
const UNTIL_RECOVERY = 1_000_000;
const HANDLE_SIZE = 1000 * 1024 * 1024;

/**
 * Starts the sandbox in its own process, so that the measurements of the node exclude it.
 *
 * @param settings that differ from the sandbox's defaults
 */
export async function startSandboxProcess(settings: Partial<Settings> = {}) {
	const child = startChild(
		[process.execPath, '--import', 'tsx', join(SANDBOX, 'index.ts'), '--port', '0', '--empty'],
		{
			cwd: SANDBOX,
			env: process.env,
			output: 'pipe',
		},
	);
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
		seed: async (contacts: { email: string }[]) => void (await control.post('contacts', contacts)),
		journal: async (): Promise<JournalEntry[]> => (await control.get('journal')).data,
		/** Every request fails in this way, until `recover`. */
		fail: async (fault: Omit<Fault, 'endpoint'>) =>
			void (await control.post('faults', { endpoint: '*', times: UNTIL_RECOVERY, ...fault })),
		recover: async () => void (await control.delete('faults')),
		stop: () => stopChild(child),
	};
}

/** Reads the sandbox's address and API key from its output. */
async function introduction(child: ChildProcess) {
	if (!child.stdout) throw new Error('The sandbox has no output');
	const lines = createInterface({ input: child.stdout });
	const text = await new Promise<string>((resolve, reject) => {
		let said = '';
		lines.on('line', (line) => {
			said += `${line}\n`;
			if (line.startsWith('Inbox')) resolve(said);
		});
		void once(child, 'exit').then(() => reject(new Error(`The sandbox did not start: ${said}`)));
	});
	const [, baseUrl] = /Base URL +(\S+)/.exec(text) ?? [];
	const [, apiKey] = /API key +(\S+)/.exec(text) ?? [];
	return { baseUrl, apiKey };
}
