export interface Recipient {
	email: string;
	text: string;
	list: string;
}

/** @param name makes them others than those of the other rounds */
export function recipientsOf(name: string, count: number): Recipient[] {
	return Array.from({ length: count }, (_, index) => ({
		email: `reader${index + 1}@${name}.example`,
		text: 'News',
		list: 'newsletter',
	}));
}
