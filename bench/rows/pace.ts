import { emails, storedContacts } from '../engine/workloads/contacts';
import { deliveryGoal, paceGoal } from '../report/goals';
import { rowOf, type Row } from '../report/rowOf';
import { count, percent } from '../report/numbers';
import { runOnSandbox } from '../runOnSandbox';
import { deliveryOf } from '../deliveryOf';
import { paceOf } from '../../tools/paceOf';
import type { Bench } from '../prepare';

type Run = Awaited<ReturnType<typeof runOnSandbox>>;

const LEAST_SHARE = 0.95;
const MOST_THROTTLED = 0.01;
const RESPONSE_DELAY_MS = 150;

/** Measures how much of the service's rate limit the node uses. */
export async function pace(bench: Bench): Promise<Row> {
	const runs = [await upsert(bench), await send(bench), await read(bench)];
	const head = ['work', 'requests', 'rejected with 429', 'per second', 'whole run'];
	const rows = runs.map(({ work, run }) => {
		const { requests, throttled, perSecond } = paceOf(run.journal);
		const seconds = `${run.result.seconds.toFixed(1)} s`;
		return [work, count(requests), count(throttled), perSecond.toFixed(2), seconds];
	});
	const goals = runs.flatMap(({ goals }) => goals);
	return rowOf(goals, { head, rows });
}

async function upsert(bench: Bench) {
	const itemCount = 10_000 * bench.scale;
	const work = `create or update ${count(itemCount)} contacts`;
	const run = await runOnSandbox(bench, {
		task: { nodeName: 'mailroom', work: 'upsert', itemCount },
	});
	const calls = itemCount / 100;
	const made = run.journal.filter(({ acted }) => acted).length;
	const { lost } = deliveryOf(run.journal, emails(itemCount));
	return {
		work,
		run,
		goals: [
			{
				work,
				toReach: `${calls} requests, none lost`,
				measured: `${made} requests, ${lost} lost`,
				isMet: made === calls && lost === 0 && hasAll(run, itemCount),
			},
			paceGoal(work, paceOf(run.journal).perSecond, LEAST_SHARE),
		],
	};
}

async function send(bench: Bench) {
	const itemCount = 300 * bench.scale;
	const work = `send ${count(itemCount)} transactional emails`;
	const run = await runOnSandbox(bench, {
		task: { nodeName: 'mailroom', work: 'sendTransactional', itemCount },
	});
	const { requests, throttled, perSecond } = paceOf(run.journal);
	return {
		work,
		run,
		goals: [
			paceGoal(work, perSecond, LEAST_SHARE),
			{
				work,
				toReach: `at most ${percent(MOST_THROTTLED)} rejected with 429`,
				measured: percent(throttled / requests),
				isMet: throttled / requests <= MOST_THROTTLED,
			},
			deliveryGoal(work, deliveryOf(run.journal, emails(itemCount)), hasAll(run, itemCount)),
		],
	};
}

async function read(bench: Bench) {
	const contactCount = 20_000 * bench.scale;
	const work = `get ${count(contactCount)} contacts, ${RESPONSE_DELAY_MS} ms per response`;
	const run = await runOnSandbox(bench, {
		task: { nodeName: 'mailroom', work: 'readAll', itemCount: 1 },
		settings: { answerDelayMs: RESPONSE_DELAY_MS },
		seed: storedContacts(contactCount),
	});
	const measured = `${count(run.result.itemCount)} contacts`;
	const isMet = hasAll(run, contactCount);
	return {
		work,
		run,
		goals: [
			paceGoal(work, paceOf(run.journal).perSecond, LEAST_SHARE),
			{ work, toReach: `${count(contactCount)} contacts`, measured, isMet },
		],
	};
}

const hasAll = ({ result }: Run, itemCount: number) =>
	!result.error && result.itemCount === itemCount;
