/** Kept as JSON while n8n waits. */
export interface Question {
	/** Part of the links, because n8n signs the same link for each question of a loop. */
	id: string;
	subject: string;
	message: string;
	responseType: 'approval' | 'freeText';
	/** Links in the email, each to a page with that button. A question for a text has one. */
	choices: Choice[];
}

export interface Choice {
	label: string;
	approved: boolean;
}

/** Key of the question in n8n's context of the node. */
export const QUESTION = 'question';
