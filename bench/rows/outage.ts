import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '../../tools/process/waitUntil';
import { emails } from '../engine/workloads/contacts';
import { rowOf, type Row } from '../report/rowOf';
import { count } from '../report/numbers';
import { runOnSandbox } from '../runOnSandbox';
import { deliveryOf } from '../deliveryOf';
import type { Bench } from '../prepare';
import type { Goal } from '../report/goals';
import type { SandboxProcess } from '../startSandboxProcess';
import type { WorkTask } from '../engine/runWork';

const OUTAGE_MS = 15_000;
const MOST_IN_DOUBT = 5;
const STORM = { ms: 5_000, waiting: 30, mostSecondsAfter: 9 };
const RECEIVED_LIMIT_MS = 60_000;

interface Found {
	goals: Goal[];
	cells: string[];
}

interface Trouble {
	status: number;
	ms: number;
	/** It begins after this number of requests. */
	afterRequests: number;
}

/** Measures runs during which the service fails or rejects everything for a while. */
export async function outage(bench: Bench): Promise<Row> {
	const found: Found[] = [];
	for (const measure of [sendThroughOutage, importThroughOutage, sendThroughStorm]) {
		found.push(await measure(bench));
		console.log(`  ${found[found.length - 1].cells.join(', ')}`);
	}
	const goals = found.flatMap((one) => one.goals);
	const head = ['work', 'requests', 'in doubt', 'other failures', 'whole run', 'after the outage'];
	return rowOf(goals, { head, rows: found.map(({ cells }) => cells) });
}

async function sendThroughOutage(bench: Bench): Promise<Found> {
	const itemCount = Math.ceil(300 * bench.scale);
	const work = `send ${count(itemCount)} emails, ${OUTAGE_MS / 1000} s of 503`;
	const trouble = { status: 503, ms: OUTAGE_MS, afterRequests: Math.ceil(itemCount / 3) };
	const run = await runThrough(bench, { work: 'sendTransactional', itemCount }, trouble);
	return {
		goals: [
			{
				work,
				toReach: `at most ${MOST_IN_DOUBT} in doubt`,
				measured: `${run.inDoubt.length}`,
				isMet: run.inDoubt.length <= MOST_IN_DOUBT,
			},
			othersGoal(work, run),
		],
		cells: cellsOf(work, run),
	};
}

async function importThroughOutage(bench: Bench): Promise<Found> {
	const calls = Math.ceil(100 * bench.scale);
	const itemCount = 100 * calls;
	const work = `create or update ${count(itemCount)} contacts, ${OUTAGE_MS / 1000} s of 503`;
	const trouble = { status: 503, ms: OUTAGE_MS, afterRequests: Math.ceil(calls / 3) };
	const run = await runThrough(bench, { work: 'upsert', itemCount }, trouble);
	const { lost } = deliveryOf(run.journal, run.emails);
	return {
		goals: [
			{
				work,
				toReach: 'none lost, none failed',
				measured: `${lost} lost, ${run.result.failures.length} failed`,
				isMet: lost === 0 && run.result.failures.length === 0,
			},
		],
		cells: cellsOf(work, run),
	};
}

async function sendThroughStorm(bench: Bench): Promise<Found> {
	const afterRequests = 10;
	const itemCount = afterRequests + STORM.waiting;
	const work = `send ${itemCount} emails, ${STORM.ms / 1000} s of 429`;
	const trouble = { status: 429, ms: STORM.ms, afterRequests };
	const run = await runThrough(bench, { work: 'sendTransactional', itemCount }, trouble);
	return {
		goals: [
			{
				work,
				toReach: `all sent at most ${STORM.mostSecondsAfter} s after the outage`,
				measured: `${run.secondsAfter.toFixed(1)} s`,
				isMet: run.secondsAfter <= STORM.mostSecondsAfter && run.result.failures.length === 0,
			},
			othersGoal(work, run),
		],
		cells: cellsOf(work, run),
	};
}

type RunThrough = Awaited<ReturnType<typeof runThrough>>;

/** Runs a work with "Continue" while the service has trouble. */
async function runThrough(
	bench: Bench,
	{ work, itemCount }: Pick<WorkTask, 'work' | 'itemCount'>,
	trouble: Trouble,
) {
	let endedAt = 0;
	const { result, journal } = await runOnSandbox(bench, {
		task: {
			nodeName: 'mailroom',
			work,
			itemCount,
			settings: { onError: 'continueRegularOutput' },
		},
		meanwhile: async (sandbox) => {
			endedAt = await makeTrouble(sandbox, trouble);
		},
	});
	const inDoubt = result.failures.filter(({ message }) => message.includes('may or may not'));
	const secondsAfter = (result.endedAt - endedAt) / 1000;
	return { result, journal, emails: emails(itemCount), inDoubt, secondsAfter };
}

/** @returns when it has ended, in ms since 1970 */
async function makeTrouble(
	sandbox: SandboxProcess,
	{ status, ms, afterRequests }: Trouble,
): Promise<number> {
	const hasBegun = async () => (await sandbox.journal()).length >= afterRequests;
	await waitUntil(hasBegun, { limitMs: RECEIVED_LIMIT_MS, what: 'the sandbox receives requests' });
	await sandbox.fail({ status });
	await wait(ms);
	await sandbox.recover();
	return Date.now();
}

/** Every email that the node doesn't report as failed or in doubt arrives exactly once. */
function othersGoal(work: string, { result, journal, emails }: RunThrough): Goal {
	const failed = new Set(result.failures.map(({ item }) => emails[item]));
	const promised = emails.filter((email) => !failed.has(email));
	const { lost } = deliveryOf(journal, promised);
	const { duplicates } = deliveryOf(journal, emails);
	const isComplete = result.itemCount === emails.length;
	return {
		work,
		toReach: 'all others sent, none lost, no duplicates',
		measured: `${count(promised.length)} sent, ${lost} lost, ${duplicates} duplicates`,
		isMet: lost === 0 && duplicates === 0 && isComplete,
	};
}

function cellsOf(work: string, { result, journal, inDoubt, secondsAfter }: RunThrough) {
	const otherwise = result.failures.length - inDoubt.length;
	return [
		work,
		...[journal.length, inDoubt.length, otherwise].map(count),
		`${result.seconds.toFixed(1)} s`,
		`${secondsAfter.toFixed(1)} s`,
	];
}
