import { execFile } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';
import { promisify } from 'node:util';
import type { Bench } from '../prepare';

/** Describes the machine and the programs, as a list. */
export async function machine({ install }: Bench) {
	const [{ model }] = cpus();
	const { stdout } = await promisify(execFile)(install.node, ['--version']);
	return [
		`- ${cpus().length} x ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}`,
		`- n8n ${install.version} on Node.js ${stdout.trim()}, expressions evaluated as n8n does by default`,
		`- the sandbox on Node.js ${process.version}, in its own process`,
		`- ${new Date().toISOString().slice(0, 10)}`,
	].join('\n');
}
