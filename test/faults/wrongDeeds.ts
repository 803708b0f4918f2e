import type { JobRun } from './runJob';
import type { Said } from './whatNodeSaid';

/**
 * Deeds that were done too often or without a request, done although reported as failed, or not done although reported as
 * accepted.
 */
export function wrongDeeds({ job, sandbox, requests }: JobRun, said: Said[]): string[] {
	const done = count(
		job.done?.(sandbox) ?? requests.filter(({ acted }) => acted).flatMap(({ deeds }) => deeds),
	);
	const statuses = said.flatMap(({ deeds }) => [...deeds]);
	const asked = count(statuses.map(([deed]) => deed));
	const accepted = count(
		statuses.filter(([, status]) => status === 'accepted').map(([deed]) => deed),
	);
	const failed = count(statuses.filter(([, status]) => status === 'failed').map(([deed]) => deed));

	const unasked = [...done.keys()].filter((deed) => !asked.has(deed));
	const wrong = [...asked].flatMap(([deed, times]) => {
		const atMost = job.atMost?.(deed) ?? Infinity;
		const doneTimes = done.get(deed) ?? 0;
		const leastTimes = Math.min(accepted.get(deed) ?? 0, atMost);
		// Repeatable deeds may be done more often than requested, but not at all if all items failed.
		const possible = times - (failed.get(deed) ?? 0);
		const mostTimes = possible === 0 ? 0 : job.atMost ? Math.min(possible, atMost) : Infinity;
		if (doneTimes < leastTimes) return [`${deed}: reported as done, but done ${doneTimes} times`];
		if (doneTimes > atMost) return [`${deed}: done ${doneTimes} times`];
		if (doneTimes > mostTimes) return [`${deed}: reported as failed, but done ${doneTimes} times`];
		return [];
	});
	return [...wrong, ...unasked.map((deed) => `${deed}: done without being asked for`)];
}

function count(names: string[]) {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}
