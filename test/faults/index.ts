import { parseArgs } from 'node:util';
import '../support/engine/setup';
import { letTimeLeap } from '../support/jest/leapingTime';
import { runSeeds } from './runSeeds';
import type { Report } from './runSeed';

const { values } = parseArgs({
	options: {
		seeds: { type: 'string', default: '20' },
		from: { type: 'string', default: '1' },
		seed: { type: 'string' },
	},
});
const seeds =
	values.seed === undefined
		? Array.from({ length: Number(values.seeds) }, (_, index) => index + Number(values.from))
		: [Number(values.seed)];

void main();

async function main() {
	let passed = 0;
	// An outage of a minute takes a moment, as in the tests.
	const letTimeBe = letTimeLeap([globalThis]);
	const { reports, missing } = await runSeeds(seeds, { onReport: print });
	letTimeBe();
	for (const { violations } of reports) if (violations.length === 0) passed++;
	if (missing.length > 0) {
		console.log(`Never seen, so nothing is proved about: ${missing.join(', ')}`);
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
