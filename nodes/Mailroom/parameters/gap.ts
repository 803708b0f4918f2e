/** The texts around an expression, up to its neighbors. */
export interface Surroundings {
	before: string;
	after: string;
	isFirst: boolean;
	isLast: boolean;
}

/**
 * Whether the expression can have been empty: then the texts around it touch, as those of `Hello {{ $json.name }}, welcome` do in
 * "Hello , welcome". Saves n8n's evaluation, which is slow.
 */
export function canBeEmptyIn(
	text: string,
	{ before, after, isFirst, isLast }: Surroundings,
): boolean {
	const withoutValue = before + after;
	if (isFirst && isLast && withoutValue === '') return text === '';
	if (isFirst) return text.startsWith(withoutValue);
	return isLast ? text.endsWith(withoutValue) : text.includes(withoutValue);
}

/** @param texts one more than expressions */
export function surroundingsIn(texts: string[]): Surroundings[] {
	return texts.slice(1).map((after, index) => ({
		before: texts[index],
		after,
		isFirst: index === 0,
		isLast: index === texts.length - 2,
	}));
}
