/** Brings n8n onto a new machine before anything is tested: installing takes both cores for minutes. */
import { installN8n } from '../tools/installN8n';
import { runProgram } from '../tools/runProgram';

runProgram(async () => {
	await installN8n({ say: console.log });
});
