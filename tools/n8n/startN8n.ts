import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import axios from 'axios';
import { killChild, stopChild } from '../process/childProcesses';
import { freePort } from '../process/freePort';
import { startServer } from '../process/startServer';
import type { N8nInstall } from './installN8n';

const BOOT_LIMIT_MS = 180_000;

export interface RunningN8n {
	url: string;
	userFolder: string;
	/** File with n8n's output. */
	logFile: string;
	exited: Promise<void>;
	stop: () => Promise<void>;
	/** Ends n8n at once, like a power failure. */
	kill: () => Promise<void>;
}

interface N8nOptions {
	install: N8nInstall;
	userFolder: string;
	/** Path that responds when n8n is ready. */
	port: number;
	/** n8n's command with its flags, by default `start`. */
	command?: string[];
	/** Environment variables, in addition to the usual ones. */
	env?: NodeJS.ProcessEnv;
}

/** Starts n8n on 127.0.0.1 and waits until it is ready. */
export async function startN8n({
	install,
	userFolder,
	port,
	command = ['start'],
	env = {},
}: N8nOptions): Promise<RunningN8n> {
	mkdirSync(userFolder, { recursive: true });
	const url = `http://127.0.0.1:${port}`;
	const logFile = join(userFolder, 'n8n.log');
	const usual = n8nEnvironment({ install, userFolder, port, brokerPort: await freePort() });
	const child = await startServer({
		name: 'n8n',
		command: [install.node, install.program, ...command],
		cwd: userFolder,
		env: { ...usual, ...env },
		logFile,
		isReady: async () => await isReady(url),
		limitMs: BOOT_LIMIT_MS,
	});
	const exited = once(child, 'exit').then(() => undefined);
	const stop = () => stopChild(child);
	return { url, userFolder, logFile, exited, stop, kill: () => killChild(child) };
}

async function isReady(url: string) {
	const response = await axios
		.get(`${url}/healthz/readiness`, { validateStatus: () => true, proxy: false })
		.catch(() => undefined);
	return response?.status === 200;
}

/** The complete environment of n8n. Settings of the user's other n8n don't leak in. */
function n8nEnvironment({
	install,
	userFolder,
	port,
	brokerPort,
}: {
	install: N8nInstall;
	userFolder: string;
	port: number;
	brokerPort: number;
}): NodeJS.ProcessEnv {
	const { HOME, LANG, TMPDIR, TZ } = process.env;
	return {
		HOME,
		LANG,
		TMPDIR,
		TZ,
		PATH: `${dirname(install.node)}:${process.env.PATH}`,
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// Without TLS, some browsers reject a secure cookie.
		N8N_SECURE_COOKIE: 'false',
		// Otherwise n8n runs in development mode and lets pages of every origin read its responses.
		NODE_ENV: 'production',
		// A page of another origin can't use the user's login.
		N8N_SAMESITE_COOKIE: 'strict',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_PERSONALIZATION_ENABLED: 'false',
		// Parts of n8n that send data to its makers.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_DISABLED_MODULES: disabledModules(install).join(','),
	};
}

/** Parts of n8n that send data to its makers. An n8n without such a part doesn't start if it is disabled. */
function disabledModules({ program }: N8nInstall) {
	const modules = join(dirname(program), '..', 'dist', 'modules');
	return ['mcp-registry', 'instance-ai'].filter((name) => existsSync(join(modules, name)));
}
