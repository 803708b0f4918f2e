import assert from 'node:assert/strict';
import { inDoubtChoices } from '../support/once/onceParameters';
import { tallyLine } from '../support/once/tallyOf';
import { burstRound, type Burst, type BurstRound } from './burstRound';
import type { Checks } from '../support/Checks';
import type { N8nUnderTest } from './N8nUnderTest';
import type { Sandbox } from '../../sandbox/startSandbox';

/** Of the executions that there are at the most. */
const LEAST_PART = 2 / 3;
/** Emails that a kill may leave in doubt, however many executions there are. */
const MOST_IN_DOUBT = 20;

/** What is tried in turn. */
const kinds = (['kill', 'stop'] as const).flatMap((way) =>
	inDoubtChoices.map((inDoubt) => ({ way, inDoubt })),
);

/** @param number of the round, which decides the kind of burst */
export async function checkBurst({
	number,
	emails,
	checks,
	say,
	random,
	...bench
}: {
	number: number;
	/** At the most, one for each execution. */
	emails: number;
	checks: Checks;
	say: (line: string) => void;
	random: () => number;
	n8n: N8nUnderTest;
	sandbox: Sandbox;
}) {
	const least = Math.ceil(LEAST_PART * emails);
	const executions = least + Math.floor(random() * (1 + emails - least));
	const burst = { ...kinds[number % kinds.length], executions, moment: 0.1 + 0.6 * random() };
	const what = `Burst of ${executions}, ${burst.way} at ${Math.floor(100 * burst.moment)} %, ${burst.inDoubt}`;
	await checks.check(`${what}: each gets it once, but for 20 at the most`, async () => {
		const round = await burstRound({ ...bench, burst });
		say(`${what}: ${roundLine(round)}`);
		assertOnce(burst, round);
	});
}

function assertOnce({ inDoubt }: Burst, round: BurstRound) {
	const { doubled, forgotten, blocked, without } = round;
	const most = (emails: string[], count: number, what: string) =>
		assert.ok(emails.length <= count, `${emails.length} are ${what}:\n${round.storyOf(emails)}`);
	most(doubled, inDoubt === 'send' ? MOST_IN_DOUBT : 0, 'doubled');
	most(forgotten, inDoubt === 'skip' ? MOST_IN_DOUBT : 0, 'forgotten');
	most(blocked, 0, 'blocked');
	most(round.inDoubt, inDoubt === 'fail' ? MOST_IN_DOUBT : 0, 'in doubt');
	const mayLack = new Set([...round.forgotten, ...round.inDoubt]);
	most(
		without.filter((email) => !mayLack.has(email)),
		0,
		'without it, and told nothing of it',
	);
}

function roundLine({ sentBefore, seconds, ...tally }: BurstRound) {
	const [first, boot, second] = [seconds.firstRun, seconds.boot, seconds.secondRun].map(Math.round);
	return `${sentBefore} sent before it; ${tallyLine(tally)}; ${first} s until then, ${boot} s without n8n, ${second} s again`;
}
