/**
 * Measures the node on n8n's real engine: `npm run bench`, or some rows alone, `npm run bench -- pace cost`.
 * `--scale 0.01` tries it out with less work; then nothing is written to docs/benchmarks.md.
 */
const { parseArgs } = require('node:util');
const { runProgram } = require('../demo/runProgram');
const { prepare } = require('./prepare');
const { machine } = require('./report/machine');
const { updateReport } = require('./report/updateReport');
const { beside } = require('./rows/beside');
const { cost } = require('./rows/cost');
const { loading } = require('./rows/loading');
const { pace } = require('./rows/pace');
const { workers } = require('./rows/workers');

const ROWS = { pace, beside, cost, loading, workers };
const say = console.log;

async function main() {
	const { names, scale } = readOptions();
	const bench = await prepare({ scale, say });
	/** @type {import('./report/goalTable').Goal[]} */
	const goals = [];
	try {
		if (scale === 1) await updateReport('machine', await machine(bench));
		for (const name of names) {
			say(`\n${name} ...`);
			const start = performance.now();
			const row = await ROWS[name](bench);
			goals.push(...row.goals);
			say(`\n${row.report}\n(${Math.round((performance.now() - start) / 1000)} s)`);
			if (scale === 1) await updateReport(name, row.report);
		}
	} finally {
		await bench.stop();
	}
	say('');
	for (const { work, toReach, measured, isMet } of goals) {
		say(`${isMet ? 'ok    ' : 'MISSED'}  ${work}: ${toReach} (${measured})`);
	}
	const missed = goals.filter(({ isMet }) => !isMet).length;
	say(`${goals.length - missed} of ${goals.length} goals met`);
	if (missed > 0) process.exitCode = 1;
}

/** @returns {{ names: Array<keyof typeof ROWS>, scale: number }} */
function readOptions() {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { scale: { type: 'string', default: '1' } },
	});
	const unknown = positionals.find((name) => !(name in ROWS));
	if (unknown) throw new Error(`There is no "${unknown}": ${Object.keys(ROWS).join(', ')}`);
	const names = positionals.length > 0 ? positionals : Object.keys(ROWS);
	return { names: /** @type {Array<keyof typeof ROWS>} */ (names), scale: Number(values.scale) };
}

runProgram(main);
