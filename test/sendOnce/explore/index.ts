/**
 * Every order in which the ledgers of two processes can read and write one history, and wake up meanwhile, and every point at which
 * one of them can crash: `npx tsx test/sendOnce/explore [part of a scenario's name]`, about ten minutes.
 */
import { runProgram } from '../../../tools/process/runProgram';
import { explore, type Findings } from './explore';
import { longScenarios, shortScenarios, slowStore, threeProcesses } from './scenarios';

const say = console.log;

/** Three processes have no promise, and more histories than can be gone through: these are those that differ early. */
const MOST_OF_THREE = 20_000;

async function main({ isStopping }: { isStopping: () => boolean }) {
	let told = 0;
	let failed = 0;
	const [part = ''] = process.argv.slice(2);
	const all = [...shortScenarios, ...longScenarios, threeProcesses];
	const scenarios = all.filter(({ name }) => name.includes(part));
	for (const scenario of scenarios) {
		if (isStopping()) return;
		const mostHistories = scenario === threeProcesses ? MOST_OF_THREE : Infinity;
		const findings = await explore(scenario, { mostHistories });
		told += findings.histories + findings.joined;
		const { doesNotPromise = [] } = scenario;
		const isBroken = [...findings.broken.keys()].some(
			(promise) => !doesNotPromise.includes(promise),
		);
		if (isBroken && scenario !== threeProcesses) failed++;
		say(`${scenario.name}: ${line(findings)}`);
		for (const [promise, story] of findings.broken) say(`  ${promise}: ${story.join(', ')}`);
	}
	const { broken } = await explore(slowStore, { mostHistories: 1_200 });
	say(`${slowStore.name}: ${[...broken.keys()].join(', ') || 'nothing found'}`);
	if (!broken.has('duplicates')) failed++;
	say(`${told.toLocaleString('en-US')} histories`);
	say(`${scenarios.length + 1 - failed} passed, ${failed} failed`);
	if (failed > 0) process.exitCode = 1;
}

function line({ histories, joined, broken, isComplete }: Findings) {
	const count = (number: number) => number.toLocaleString('en-US');
	const kinds =
		broken.size === 0 ? 'no promise broken' : `broken: ${[...broken.keys()].join(', ')}`;
	const all = isComplete ? '' : ', and more that were not gone through';
	return `${count(histories)} to the end, ${count(joined)} that come to the same${all}: ${kinds}`;
}

runProgram(main, () => say('0 passed, 1 failed'));
