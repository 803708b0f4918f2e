/**
 * What "Send Once Key" promises, with an n8n that is killed in the middle of a run or of a burst of them, and with executions that overlap:
 * `npm run test:kill`. One process with SQLite, and queue mode with two workers, one of which is killed.
 */
import assert from 'node:assert/strict';
import { startSandbox } from '../../sandbox';
import { randomFrom } from '../../tools/randomFrom';
import { runProgram } from '../../tools/runProgram';
import { Checks } from '../support/Checks';
import { checkBurst } from './checkBurst';
import { killRound, type KillRound } from './killRound';
import { checkPair } from './checkPair';
import { mailingsOf, type Mailing } from './mailings';
import { overlapTrial, overlaps, type OverlapTrial } from './overlapTrial';
import { readOptions } from './readOptions';
import { startOneProcess } from './startOneProcess';
import { startWorkers } from './startWorkers';
import type { N8nUnderTest } from './N8nUnderTest';
import type { Sandbox } from '../../sandbox/startSandbox';

const say = console.log;

interface Bench {
	n8n: N8nUnderTest;
	sandbox: Sandbox;
	checks: Checks;
	/** Of a run that sends one by one, and of a burst at the most. */
	emails: number;
	/** Decides the moments of the kills. */
	random: () => number;
	/** Whether somebody wants it to end. */
	isStopping: () => boolean;
}

interface Rounds {
	/** Number of the first one. */
	from: number;
	count: number;
}

async function main({ isStopping }: { isStopping: () => boolean }) {
	const { kills, trials, bursts, pairs, emails, from, only, seed } = readOptions(
		process.argv.slice(2),
	);
	const checks = new Checks(say);
	const sandbox = await startSandbox();
	const shared = { sandbox, checks, isStopping, emails, random: randomFrom(seed) };
	say(`Seed: ${seed}`);
	try {
		if (only !== 'queue') {
			await withN8n(startOneProcess, shared, async (bench) => {
				await checkBursts(bench, { from, count: bursts });
				await killAll(bench, kills);
				if (isStopping() || kills === 0) return;
				await checkKillWithoutKey(bench);
				await checkOverlapInProcess(bench);
			});
		}
		if (only !== 'process') {
			await withN8n(startWorkers, shared, async (bench) => {
				await killAll(bench, kills);
				await measureOverlaps(bench, trials);
				await checkPairs(bench, { from, count: pairs });
			});
		}
	} finally {
		await sandbox.close();
	}
	say(checks.summary);
	if (checks.failed > 0) process.exitCode = 1;
}

async function withN8n(
	start: typeof startOneProcess,
	bench: Omit<Bench, 'n8n'>,
	use: (bench: Bench) => Promise<void>,
) {
	const n8n = await start({ sandbox: bench.sandbox, say });
	try {
		await use({ ...bench, n8n });
	} finally {
		await n8n.stop();
	}
}

async function checkBursts(bench: Bench, { from, count }: Rounds) {
	for (let number = from; number < from + count; number++) {
		if (bench.isStopping()) return;
		await checkBurst({ ...bench, number, say });
	}
}

async function checkPairs(bench: Bench, { from, count }: Rounds) {
	for (let number = from; number < from + count; number++) {
		if (bench.isStopping()) return;
		await checkPair({ ...bench, number, say });
	}
}

async function killAll(bench: Bench, kills: number) {
	for (const mailing of mailingsOf(bench.emails)) {
		for (let number = 0; number < kills; number++) {
			if (bench.isStopping()) return;
			// Spread over the run, and in the middle of it when there is only one.
			const moment = (number + (kills === 1 ? 0.5 : bench.random())) / kills;
			await checkKill(bench, mailing, moment);
		}
	}
}

async function checkKill({ checks, ...bench }: Bench, mailing: Mailing, moment: number) {
	const when = `${Math.floor(100 * moment)} %`;
	const { n8n } = bench;
	const what = `${n8n.name}, ${mailing.name}, killed at ${when}`;
	await checks.check(`${what}: nobody gets it twice, and nobody is forgotten`, async () => {
		const round = await killRound({ ...bench, mailing, moment });
		say(`${what}: ${roundLine(round)}`);
		const { doubled, lost, failed, inDoubt } = round;
		assert.deepEqual({ doubled, lost, failed }, { doubled: [], lost: [], failed: [] });
		assert.ok(inDoubt.length <= mailing.mostInDoubt, `${inDoubt.length} are in doubt`);
		const expected = n8n.statuses?.find(({ killed }) => killed === round.statuses.killed);
		if (n8n.statuses) assert.deepEqual(round.statuses, expected);
	});
}

/** What these checks are worth: they find the emails that go out twice where nothing keeps them from it. */
async function checkKillWithoutKey({ n8n, sandbox, random, emails, checks }: Bench) {
	await checks.check(`${n8n.name}, without a Send Once Key: they do get it twice`, async () => {
		const [mailing] = mailingsOf(emails);
		const round = await killRound({ n8n, sandbox, random, mailing, moment: 0.5, sendOnceKey: '' });
		say(roundLine(round));
		assert.equal(round.doubled.length, mailing.recipientCount);
	});
}

function roundLine({ sent, inDoubt, doubled, lost, statuses }: KillRound) {
	return (
		`${sent.atKill} sent at the kill (${statuses.killed}), ${sent.afterRetry} after Retry (${statuses.retried}), ` +
		`${sent.inTheEnd} in the end; ` +
		`${inDoubt.length} in doubt, ${doubled.length} doubled, ${lost.length} lost`
	);
}

async function checkOverlapInProcess({ n8n, sandbox, checks }: Bench) {
	await checks.check(
		'two executions of one process that overlap: each recipient gets it once',
		async () => {
			const trial = await overlapTrial({ n8n, sandbox, overlap: 'same' });
			say(trialLine([trial]));
			const { doubled, forgotten, leftInDoubt, lost } = trial;
			assert.deepEqual([doubled, forgotten, leftInDoubt, lost], [0, 0, 0, 0]);
		},
	);
}

/** How often two workers undo what the other has written is measured, not promised. */
async function measureOverlaps({ n8n, sandbox, checks, isStopping }: Bench, count: number) {
	if (count === 0) return;
	for (const overlap of Object.keys(overlaps) as Array<keyof typeof overlaps>) {
		const trials: OverlapTrial[] = [];
		for (let number = 0; number < count; number++) {
			if (isStopping()) return;
			trials.push(await overlapTrial({ n8n, sandbox, overlap }));
		}
		say(`Two workers, ${overlap} recipients, ${count} trials: ${trialLine(trials)}`);
		await checks.check(`two workers with ${overlap} recipients forget nobody`, () => {
			assert.equal(sumOf(trials, 'lost'), 0);
		});
	}
}

function trialLine(trials: OverlapTrial[]) {
	const emails = sumOf(trials, 'emails');
	const figure = (name: keyof OverlapTrial, words: string) => {
		const affected = trials.filter((trial) => trial[name] > 0).length;
		const share = ((100 * sumOf(trials, name)) / emails).toFixed(2);
		return `${sumOf(trials, name)} ${words} (${share} %, in ${affected} trials)`;
	};
	return [
		`${emails} emails`,
		figure('doubled', 'doubled'),
		figure('forgotten', 'sent again by a later run'),
		figure('leftInDoubt', 'left in doubt'),
	].join(', ');
}

function sumOf(trials: OverlapTrial[], name: keyof OverlapTrial) {
	return trials.reduce((sum, trial) => sum + trial[name], 0);
}

runProgram(main, () => say('0 passed, 1 failed'));
