import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { check } from './check';
import { introduction } from './introduction';
import { ToolError } from '../tools/process/ToolError';
import { demosFolder } from '../tools/folders';
import { assertPortIsFree } from '../tools/process/freePort';
import { readOptions, N8N_PORT, SANDBOX_PORT } from './readOptions';
import { runProgram } from '../tools/process/runProgram';
import { startDemo } from './startDemo';

async function main(program: { isStopping(): boolean }) {
	const { fresh, check: withoutPerson, ports } = readOptions(process.argv.slice(2), process.env);
	if (withoutPerson) return await check();

	await assertPortIsFree(ports.n8n, N8N_PORT.option);
	await assertPortIsFree(ports.sandbox, SANDBOX_PORT.option);
	const folder = join(demosFolder(), folderNameFor(ports.n8n));
	if (fresh) await rm(folder, { recursive: true, force: true });
	const demo = await startDemo({ folder, ports });
	try {
		for (const line of introduction(demo, folder)) console.log(line);
		await demo.n8n.exited;
		if (!program.isStopping())
			throw new ToolError(`n8n has ended by itself (its log: ${demo.n8n.logFile})`);
	} finally {
		await demo.stop();
	}
}

/** Two demos at a time are on two ports, and must not write to one database. */
function folderNameFor(port: number) {
	return port === N8N_PORT.usual ? 'demo' : `demo-${port}`;
}

runProgram(main);
