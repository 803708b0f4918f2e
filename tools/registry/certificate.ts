import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolError } from '../process/ToolError';
import { runCommand } from '../process/runCommand';

/** The host of npm's own registry. */
export const NPM_HOST = new URL(defaultRegistry()).hostname;

/** As npm knows it without anybody's settings. */
function defaultRegistry(): string {
	const ofMachine = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
	const noFile = join(tmpdir(), 'no-npmrc');
	const settings = { npm_config_userconfig: `${noFile}-user`, npm_config_globalconfig: noFile };
	const env = { ...Object.fromEntries(ofMachine), ...settings };
	const options = { cwd: tmpdir(), env, encoding: 'utf8' } as const;
	return execFileSync('npm', ['config', 'get', 'registry'], options).trim();
}

const DAYS = 2;

/**
 * Makes a certificate for the host of npm's registry. Only programs that are told to trust it do so.
 *
 * @param folder where its files go
 * @returns the files
 */
export async function writeCertificate(folder: string) {
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const names = ['-subj', `/CN=${NPM_HOST}`, '-addext', `subjectAltName=DNS:${NPM_HOST}`];
	const files = ['-keyout', key, '-out', cert, '-days', String(DAYS)];
	const logFile = join(folder, 'openssl.log');
	const run = { cwd: folder, env: process.env, logFile };
	const { ok } = await runCommand('openssl', ['req', '-x509', ...curve, ...names, ...files], run);
	if (!ok) throw new ToolError(`openssl could not make a certificate (details: ${logFile})`);
	return { key, cert };
}
