/**
 * Measures the node on n8n's real engine and writes results.md: `npm run bench`, or some rows alone, `npm run bench -- pace cost`. `--check`
 * only checks the goals. It fails for a missed goal that results.md doesn't list as missed. `--scale 0.01` does less work. Neither writes.
 */
import { parseArgs } from 'node:util';
import { runProgram } from '../tools/process/runProgram';
import { prepare } from './prepare';
import { machine } from './report/machine';
import { knownToBeMissed, updateReport } from './report/updateReport';
import { cost } from './rows/cost';
import { eventLoop } from './rows/eventLoop';
import { keyPace } from './rows/keyPace';
import { memory } from './rows/memory';
import { outage } from './rows/outage';
import { pace } from './rows/pace';
import { sendOnce } from './rows/sendOnce';
import { writeCharts } from './report/writeCharts';
import { ways } from './rows/ways';
import { workers } from './rows/workers';
import type { Goal } from './report/goals';

const ROWS = {
	ways,
	pace,
	outage,
	sendOnce,
	keyPace,
	cost,
	eventLoop,
	memory,
	workers,
};

async function main() {
	const { names, scale, check } = readOptions();
	const writes = scale === 1 && !check;
	const bench = await prepare({ scale, isCheck: check });
	const goals: Goal[] = [];
	try {
		if (writes) await updateReport('machine', await machine(bench));
		for (const name of names) {
			console.log(`\n${name} ...`);
			const start = performance.now();
			const row = await ROWS[name](bench);
			goals.push(...row.goals);
			console.log(`\n${row.report}\n(${Math.round((performance.now() - start) / 1000)} s)`);
			if (writes) await updateReport(name, row.report);
		}
		if (writes) await writeCharts();
	} finally {
		await bench.stop();
	}
	console.log('');
	const known = await knownToBeMissed(goals);
	for (const goal of goals) {
		const verdict = goal.isMet ? 'ok    ' : known.includes(goal) ? 'known ' : 'MISSED';
		console.log(`${verdict}  ${goal.work}: ${goal.toReach} (${goal.measured})`);
	}
	const missed = goals.filter(({ isMet }) => !isMet);
	console.log(`${goals.length - missed.length} of ${goals.length} goals met`);
	if (missed.some((goal) => !check || !known.includes(goal))) process.exitCode = 1;
}

function readOptions(): { names: Array<keyof typeof ROWS>; scale: number; check: boolean } {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: {
			scale: { type: 'string', default: '1' },
			check: { type: 'boolean', default: false },
		},
	});
	const unknown = positionals.find((name) => !(name in ROWS));
	if (unknown) throw new Error(`There is no "${unknown}": ${Object.keys(ROWS).join(', ')}`);
	const names = positionals.length > 0 ? positionals : Object.keys(ROWS);
	const { scale, check } = values;
	return { names: names as Array<keyof typeof ROWS>, scale: Number(scale), check };
}

runProgram(main);
