import { joinSentences, shown } from '../wording';

/** A parameter as the form shows it, or a column of the input. */
export type Label = string | { column: string };

/** A value that the user must change before anything can be sent. */
export class InvalidParameter extends Error {
	readonly problem: string;

	constructor(
		label: Label,
		problem: string,
		readonly advice?: string,
	) {
		const place = typeof label === 'string' ? `"${label}"` : `Column ${shown(label.column)}`;
		const named = `${place} ${problem}`;
		super(joinSentences(named, advice));
		this.problem = named;
	}
}

/** Of a required value. n8n itself refuses to run a node with a required field left empty. */
export function emptyParameter(label: Label): InvalidParameter {
	const otherwise = typeof label === 'string' ? 'check the expression' : 'remove the row';
	return new InvalidParameter(label, 'is empty, but required', `Fill it in, or ${otherwise}`);
}
