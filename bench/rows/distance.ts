import { goalTable, type Goal, type Row } from '../report/goalTable';
import { markdownTable } from '../report/markdownTable';
import { percent } from '../report/numbers';
import { runOnSandbox } from '../runOnSandbox';
import { paceOf } from '../../tools/paceOf';
import type { Bench } from '../prepare';
import type { WorkName } from '../engine/workloads';
import type { WorkTask } from '../engine/runWork';

const ANSWERS_AFTER_MS = [50, 300, 1_000];
const LIMIT_PER_SECOND = 10;
const LEAST_SHARE = 0.95;

/** About half a minute at the full pace. */
const WORKS: Array<{ work: WorkName; title: string; requests: number; itemsPerRequest: number }> = [
	{ work: 'sendTransactional', title: 'single sends', requests: 300, itemsPerRequest: 1 },
	{ work: 'upsert', title: 'import', requests: 250, itemsPerRequest: 100 },
];

const ON_ERROR: Array<{ title: string; settings?: WorkTask['settings'] }> = [
	{ title: 'Stop' },
	{ title: 'Continue', settings: { onError: 'continueRegularOutput' } },
];

interface Run {
	work: (typeof WORKS)[number];
	onError: (typeof ON_ERROR)[number];
	answersAfterMs: number;
	isOverTls: boolean;
}

interface Measured extends Run {
	/** Of the limit. */
	share: number;
	seconds: number;
	cpuMsPerItem: number;
}

/** How much of the limit is used when the service is far away. */
export async function distance(bench: Bench): Promise<Row> {
	const measured: Measured[] = [];
	for (const run of runs()) {
		const one = await measure(bench, run);
		measured.push(one);
		bench.say(`  ${cellsOf(one).join(', ')}`);
	}
	const goals = measured.map(goalOf);
	const head = ['work', 'answers after', 'on error', 'of the limit', 'whole run', 'CPU per item'];
	const table = markdownTable(head, measured.map(cellsOf));
	return { goals, report: `${goalTable(worstOf(goals))}\n\n${table}` };
}

/** TLS comes with each value of the others, in half of the runs. */
function runs(): Run[] {
	return WORKS.flatMap((work, first) =>
		ANSWERS_AFTER_MS.flatMap((answersAfterMs, second) =>
			ON_ERROR.map((onError, third) => {
				const isOverTls = (first + second + third) % 2 === 0;
				return { work, onError, answersAfterMs, isOverTls };
			}),
		),
	);
}

async function measure(bench: Bench, run: Run): Promise<Measured> {
	const { work, onError, answersAfterMs, isOverTls } = run;
	const itemCount = Math.ceil(work.requests * bench.scale) * work.itemsPerRequest;
	const { result, journal } = await runOnSandbox(bench, {
		task: { nodeName: 'mailroom', settings: onError.settings, work: work.work, itemCount },
		settings: { answerDelayMs: answersAfterMs },
		isOverTls,
	});
	if (result.error || result.itemCount !== itemCount) {
		throw new Error(`${result.itemCount} of ${itemCount} items, ${result.error ?? 'no error'}`);
	}
	const [{ cpuSeconds }] = result.tries;
	return {
		...run,
		share: paceOf(journal).perSecond / LIMIT_PER_SECOND,
		seconds: result.seconds,
		cpuMsPerItem: (1000 * cpuSeconds) / itemCount,
	};
}

const milliseconds = (ms: number) => `${ms.toLocaleString('en-US')} ms`;

function whereOf({ answersAfterMs, isOverTls }: Run) {
	return `${milliseconds(answersAfterMs)}${isOverTls ? ', TLS' : ''}`;
}

function cellsOf(one: Measured) {
	const { work, onError, share, seconds, cpuMsPerItem } = one;
	return [
		work.title,
		whereOf(one),
		onError.title,
		percent(share),
		`${seconds.toFixed(1)} s`,
		`${cpuMsPerItem.toFixed(2)} ms`,
	];
}

function goalOf(one: Measured): Goal {
	return {
		work: `${one.work.title}, answers after ${whereOf(one)}, ${one.onError.title}`,
		toReach: `at least ${percent(LEAST_SHARE)} of ${LIMIT_PER_SECOND} per second`,
		measured: percent(one.share),
		isMet: one.share >= LEAST_SHARE,
	};
}

/** The goals that were missed; when there is none, the one that was met most narrowly. */
function worstOf(goals: Goal[]): Goal[] {
	const missed = goals.filter(({ isMet }) => !isMet);
	if (missed.length > 0) return missed;
	const narrowest = goals.reduce((worst, goal) =>
		parseFloat(goal.measured) < parseFloat(worst.measured) ? goal : worst,
	);
	return [{ ...narrowest, work: `the least of ${goals.length}: ${narrowest.work}` }];
}
