/** A question, as the email and the page behind its links show it. Kept as JSON while n8n waits. */
export interface Question {
	/** Part of the links: in a loop n8n would sign the same for each question, and a reply could count for the next one. */
	id: string;
	subject: string;
	message: string;
	responseType: 'approval' | 'freeText';
	/** Each is a link in the email, and a button on its page. A question for a text has one. */
	choices: Choice[];
}

export interface Choice {
	label: string;
	approved: boolean;
}

/** Where n8n keeps the question in the context of the node. */
export const QUESTION = 'question';
