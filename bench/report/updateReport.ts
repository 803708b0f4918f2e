import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Goal } from './goals';

export const REPORT = join(__dirname, '..', 'results.md');

/** Those of the goals that the report lists as missed. */
export async function knownToBeMissed(goals: Goal[]): Promise<Goal[]> {
	const lines = (await readFile(REPORT, 'utf8')).split('\n');
	const missed = lines.filter((line) => line.endsWith('| **missed** |'));
	return goals.filter(({ work, toReach }) =>
		missed.some((line) => line.startsWith(`| ${work} | ${toReach} |`)),
	);
}

/** Replaces the text between the two comments of the report with this name. */
export async function updateReport(name: string, text: string) {
	const report = await readFile(REPORT, 'utf8');
	const begin = `<!-- bench: ${name} -->`;
	const end = '<!-- end -->';
	const from = report.indexOf(begin);
	const to = report.indexOf(end, from);
	if (from < 0 || to < 0) throw new Error(`${REPORT} has no place for "${name}"`);
	const before = report.slice(0, from + begin.length);
	await writeFile(REPORT, `${before}\n\n${text}\n\n${report.slice(to)}`);
}
