const { execFile } = require('node:child_process');
const { cpus, release, totalmem, type } = require('node:os');
const { promisify } = require('node:util');

/**
 * What was measured on, as a list.
 *
 * @param {import('../prepare').Bench} bench
 */
async function machine({ install }) {
	const [{ model }] = cpus();
	const { stdout } = await promisify(execFile)(install.node, ['--version']);
	return [
		`- ${cpus().length} x ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}`,
		`- n8n ${install.version} on Node.js ${stdout.trim()}, expressions evaluated as n8n does by default`,
		`- the sandbox on Node.js ${process.version}, in a process of its own`,
		`- ${new Date().toISOString().slice(0, 10)}`,
	].join('\n');
}

module.exports = { machine };
