import { readFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { join } from 'node:path';
import axios, { type AxiosRequestConfig } from 'axios';
import { stopChild } from '../process/childProcesses';
import { freePort } from '../process/freePort';
import { startServer } from '../process/startServer';
import { NPM_HOST, writeCertificate } from './certificate';
import { installRegistry } from './installRegistry';
import { startProxy } from './startProxy';

const BOOT_LIMIT_MS = 60_000;
const ACCOUNT = { name: 'ada', password: 'A1-for-one-test' };

export type Registry = Awaited<ReturnType<typeof startRegistry>>;

/**
 * Starts a registry in place of npm's own: programs with its settings reach it at the address of npm's, and nothing else beyond this
 * machine. n8n needs a license for a registry with another address.
 *
 * @param folder for its packages, which must exist
 */
export async function startRegistry(folder: string) {
	const { node, folder: program } = await installRegistry();
	const certificate = await writeCertificate(folder);
	const config = join(folder, 'verdaccio.json');
	await writeFile(config, JSON.stringify(configOf(certificate)));

	const port = await freePort();
	const address = `https://127.0.0.1:${port}`;
	const httpsAgent = new Agent({ ca: await readFile(certificate.cert), servername: NPM_HOST });
	const ask = async (request: AxiosRequestConfig) =>
		await axios.request({ ...request, baseURL: address, httpsAgent, proxy: false });

	const child = await startServer({
		name: 'The registry',
		command: [node, join(program, 'bin', 'verdaccio'), '--config', config, '--listen', address],
		cwd: folder,
		env: { PATH: process.env.PATH, HOME: folder },
		logFile: join(folder, 'verdaccio.log'),
		isReady: async () =>
			await ask({ url: '/-/ping' }).then(
				() => true,
				() => false,
			),
		limitMs: BOOT_LIMIT_MS,
	});
	const proxy = await startProxy({ host: NPM_HOST, port });
	const url = `/-/user/org.couchdb.user:${ACCOUNT.name}`;
	const { data } = await ask({ method: 'PUT', url, data: ACCOUNT });
	return {
		/** Environment of programs that use it. */
		env: await environmentOf({ folder, proxy: proxy.url, certificate: certificate.cert }),
		/** May publish. */
		token: String(data.token),
		/** Other hosts that programs wanted to reach, each once. */
		refused: proxy.refused,
		/** The registry's document of a package. */
		about: async (name: string) => (await ask({ url: `/${name}` })).data,
		async stop() {
			await proxy.stop();
			await stopChild(child);
		},
	};
}

/** It knows only what is published to it. */
function configOf({ key, cert }: { key: string; cert: string }) {
	return {
		storage: './packages',
		web: { enable: false },
		auth: { htpasswd: { file: './htpasswd' } },
		packages: { '**': { access: '$all', publish: '$authenticated' } },
		https: { key, cert },
		log: { type: 'stdout', format: 'json', level: 'http' },
	};
}

/** The user's npm has settings and a cache of its own, which neither counts here nor learns of these packages. */
async function environmentOf({
	folder,
	proxy,
	certificate,
}: {
	folder: string;
	proxy: string;
	certificate: string;
}) {
	const [user, global] = [join(folder, 'user.npmrc'), join(folder, 'global.npmrc')];
	for (const file of [user, global]) await writeFile(file, '');
	return {
		HTTPS_PROXY: proxy,
		HTTP_PROXY: proxy,
		NO_PROXY: '127.0.0.1,localhost',
		NODE_EXTRA_CA_CERTS: certificate,
		npm_config_cache: join(folder, 'npm-cache'),
		npm_config_userconfig: user,
		npm_config_globalconfig: global,
		npm_config_update_notifier: 'false',
	};
}
