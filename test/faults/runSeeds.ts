import { DataDeduplicationService } from 'n8n-core';
import { DeduplicationStore } from '../support/engine/DeduplicationStore';
import { runSeed, type Report } from './runSeed';
import type { Classes } from '../support/engine/underTest';

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
