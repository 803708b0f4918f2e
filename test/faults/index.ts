import '../support/engine/setup';
import { readFlags } from '../../tools/process/readFlags';
import { letTimeLeap } from '../support/jest/leapingTime';
import { runSeeds, type Report } from './runSeeds';

const USAGE = 'Usage: npx tsx test/faults [--seeds <how many>] [--from <the first>]';
const presets = { seeds: '20', from: '1' };
const { countOf } = readFlags(process.argv.slice(2), { presets, usage: USAGE });
const seeds = Array.from({ length: countOf('seeds') }, (_, index) => index + countOf('from'));

void main();

async function main() {
	let passed = 0;
	// As in the tests, the clock jumps over waiting times.
	const letTimeBe = letTimeLeap([globalThis]);
	const { reports, missing } = await runSeeds(seeds, { onReport: print });
	letTimeBe();
	for (const { violations } of reports) if (violations.length === 0) passed++;
	if (missing.length > 0) {
		console.log(`Never seen, so untested: ${missing.join(', ')}`);
	}
	const failed = reports.length - passed + (missing.length > 0 ? 1 : 0);
	console.log(`${passed} passed, ${failed} failed`);
	process.exitCode = failed > 0 ? 1 : 0;
}

function print({ seed, requests, late, faults, items, violations }: Report) {
	const kinds = Object.entries(faults).map(([kind, count]) => `${kind} ${count}`);
	console.log(
		`seed ${seed}: ${requests} requests (${late} late); faults: ${kinds.join(', ')}; items: ${items.accepted} accepted, ${items.failed} failed, ${items.inDoubt} in doubt, ${items.notSent} not sent; ${violations.length} violations`,
	);
	for (const violation of violations) console.log(`  ${violation}`);
}
