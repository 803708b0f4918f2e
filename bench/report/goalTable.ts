import { markdownTable } from './markdownTable';

export interface Goal {
	work: string;
	toReach: string;
	measured: string;
	isMet: boolean;
}

/** Result of a measurement. */
export interface Row {
	goals: Goal[];
	/** In Markdown, for results.md. */
	report: string;
}

export function goalTable(goals: Goal[]) {
	return markdownTable(
		['work', 'goal', 'measured', 'result'],
		goals.map(({ work, toReach, measured, isMet }) => [
			work,
			toReach,
			measured,
			isMet ? 'met' : '**missed**',
		]),
	);
}
