/**
 * Measures what several workers make of the same emails with a Send Once Key: `npx tsx test/sendOnce/workers` takes a minute. It proves nothing, as
 * the store has no lock. It fails if an email that was sent is not known to all workers ten seconds later.
 */
import { anySeed, readFlags } from '../../../tools/process/readFlags';
import { runProgram } from '../../../tools/process/runProgram';
import { measureWorkers, type Measured } from './measureWorkers';

const USAGE = 'Usage: npx tsx test/sendOnce/workers [--emails <of each row>] [--seed <number>]';
const PRESETS = { emails: '500', seed: anySeed() };

const WORKERS = [2, 3];
const CALLS_MS = [20, 300];
const APARTS_MS = [0, 100, 500, 3_000];

async function main() {
	const options = readFlags(process.argv.slice(2), { presets: PRESETS, usage: USAGE });
	const [emails, seed] = (['emails', 'seed'] as const).map(options.countOf);
	const percent = (count: number) => `${((100 * count) / emails).toFixed(1)} %`;
	console.log(`Seed: ${seed}. ${emails} emails in each row\n`);
	console.log('| workers | call | apart | sent twice | told as in doubt | left open | unknown |');
	console.log('|--:|--:|--:|--:|--:|--:|--:|');
	for (const workers of WORKERS) {
		for (const callMs of CALLS_MS) {
			for (const apartMs of APARTS_MS) {
				const setting = { workers, callMs, apartMs, emails, seed };
				const measured: Measured = await measureWorkers(setting);
				const { duplicates, inDoubt, leftOpen, unknown } = measured;
				const cells = [duplicates, inDoubt, leftOpen, unknown].map(percent);
				console.log(`| ${workers} | ${callMs} ms | ${apartMs} ms | ${cells.join(' | ')} |`);
				if (unknown > 0) process.exitCode = 1;
			}
		}
	}
}

runProgram(main);
