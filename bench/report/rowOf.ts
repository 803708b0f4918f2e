import type { Goal } from './goals';

/** Result of a measurement. */
export interface Row {
	goals: Goal[];
	/** In Markdown, for results.md. */
	report: string;
}

/** @param table all that was measured */
export function rowOf(goals: Goal[], { head, rows }: { head: string[]; rows: string[][] }): Row {
	const goalTable = markdownTable(
		['work', 'goal', 'measured', 'result'],
		goals.map(({ work, toReach, measured, isMet }) => [
			work,
			toReach,
			measured,
			isMet ? 'met' : '**missed**',
		]),
	);
	return { goals, report: `${goalTable}\n\n${markdownTable(head, rows)}` };
}

function markdownTable(head: string[], rows: string[][]) {
	const lines = [head, head.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
