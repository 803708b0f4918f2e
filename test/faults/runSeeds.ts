import { DataDeduplicationService } from 'n8n-core';
import { DeduplicationStore } from '../support/engine/DeduplicationStore';
import { dice, type Dice } from './dice';
import { drawJobs, type Settings } from './drawJobs';
import { FaultDeck } from './FaultDeck';
import { faultKinds } from './faultKinds';
import { runJob, type JobRun } from './runJob';
import { violations } from './violations';
import { whatNodeSaid, type Said } from './whatNodeSaid';
import type { Classes } from '../support/engine/underTest';
import type { ItemStatus } from '../support/statusesInAccount';

/** More than any job needs, so that faults occur until its end. */
const SCRIPT_LENGTH = 100;

/** Result of one seed. */
export interface Report {
	seed: number;
	requests: number;
	/** Responses that arrived in time but were read too late, or broke in a restart. */
	late: number;
	/** Number of affected requests, by kind of fault. */
	faults: Record<string, number>;
	/** `notSent` counts items at which, or before which, a run with "Stop" ended. */
	items: Record<ItemStatus | 'notSent', number>;
	violations: string[];
}

let history: Promise<void> | undefined;

/** Opens the history of Send Once Keys. n8n's engine has only one store, which other test files may have opened. */
async function openHistory() {
	Object.assign(DataDeduplicationService, { instance: undefined });
	await DataDeduplicationService.init(new DeduplicationStore());
}

/**
 * @param options.only names of operations
 * @param options.onReport called after each seed
 */
export async function runSeeds(
	seeds: number[],
	{
		classes,
		only,
		onReport = () => {},
	}: { classes?: Classes; only?: string[]; onReport?: (report: Report) => void } = {},
) {
	history ??= openHistory();
	await history;
	const reports: Report[] = [];
	for (const seed of seeds) {
		const report = await runSeed(seed, { classes, only });
		onReport(report);
		reports.push(report);
	}
	return { reports, missing: neverSeen(reports) };
}

/** Kinds of faults and statuses that never occurred, and are therefore untested. */
function neverSeen(reports: Report[]) {
	const counts = reports.flatMap(({ faults, items }) => [
		...Object.entries(faults),
		...Object.entries(items),
	]);
	const seen = new Set(counts.filter(([, count]) => count > 0).map(([name]) => name));
	return [...new Set(counts.map(([name]) => name))].filter((name) => !seen.has(name));
}

/**
 * Runs every operation with the items, settings and faults of a seed.
 *
 * @param options.only names of operations
 */
async function runSeed(
	seed: number,
	{ classes, only }: { classes?: Classes; only?: string[] } = {},
): Promise<Report> {
	const seedDice = dice(seed);
	const deck = new FaultDeck(seedDice);
	const drawn = drawJobs(seed, seedDice).map((job, index) => ({
		...job,
		script: deck.script(SCRIPT_LENGTH, firstFaults(job.settings, seedDice)),
		nodeId: `seed ${seed}, job ${index}`,
	}));
	const chosen = drawn.filter(({ job }) => only?.includes(job.name) ?? true);
	const verdicts: Verdict[] = [];
	for (const task of chosen) verdicts.push(...(await verdictsOn(runJob({ ...task, classes }))));
	return report(seed, verdicts);
}

/** An execution with its violations. */
interface Verdict extends JobRun {
	said: Said[];
	violations: string[];
}

async function verdictsOn(executions: AsyncIterable<JobRun>): Promise<Verdict[]> {
	const verdicts: Verdict[] = [];
	for await (const jobRun of executions) {
		const said = whatNodeSaid(jobRun);
		const isSecond = verdicts.length > 0;
		verdicts.push({ ...jobRun, said, violations: violations(jobRun, said, isSecond) });
	}
	return verdicts;
}

/**
 * With "Continue", n8n retries a node only if its first item has failed. One rejection is enough for a single item. The first
 * item of a batch needs several in a row, because the batch is split.
 */
function firstFaults({ onError, retryOnFail }: Settings, seedDice: Dice): string[] {
	const isRetriedByFirst = retryOnFail && onError !== 'stopWorkflow';
	return isRetriedByFirst ? Array(seedDice.integer(0, 4)).fill('409') : [];
}

function report(seed: number, verdicts: Verdict[]) {
	const result: Report = {
		seed,
		requests: 0,
		late: 0,
		faults: Object.fromEntries(Object.keys(faultKinds).map((kind) => [kind, 0])),
		items: { accepted: 0, failed: 0, inDoubt: 0, notSent: 0 },
		violations: [],
	};
	for (const { job, settings, run, requests, said, violations } of verdicts) {
		result.requests += requests.length;
		result.late += requests.filter(({ kind, heardAt }) => !kind && heardAt === undefined).length;
		for (const { kind } of requests) if (kind) result.faults[kind]++;
		for (const { status } of said)
			result.items[run.error && status === 'failed' ? 'notSent' : status]++;
		const key = job.isRejected ? ' with a key' : '';
		const where = `${job.name}${key} (${settings.onError}${settings.retryOnFail ? ', retryOnFail' : ''})`;
		result.violations.push(...violations.map((what) => `${where}: ${what}`));
	}
	return result;
}
