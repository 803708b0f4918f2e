const { mkdtemp, rm } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { installN8n } = require('../demo/installN8n');
const { packNode, unpackNode } = require('../demo/packNode');

/**
 * @typedef {object} Bench what all measurements share
 * @property {import('../demo/installN8n').N8nInstall} install
 * @property {string} packageFolder the packed node, unpacked as n8n does it
 * @property {string} folder for whatever is written
 * @property {number} scale 1, or less to try the measurements out
 * @property {(line: string) => void} say
 * @property {() => Promise<void>} stop
 */

/**
 * @param {{ scale: number, say: (line: string) => void }} options
 * @returns {Promise<Bench>}
 */
async function prepare({ scale, say }) {
	const install = await installN8n({ say });
	const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'));
	const packedFile = await packNode({ folder: join(folder, 'package'), say });
	await unpackNode({ packedFile, userFolder: folder });
	return {
		install,
		packageFolder: join(folder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-mailroom'),
		folder,
		scale,
		say,
		stop: () => rm(folder, { recursive: true, force: true }),
	};
}

module.exports = { prepare };
