import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { isExpression } from '../parameters/evaluator';
import { DEFAULT_LIST } from '../service';

/**
 * Lists as drop-downs show them:
 *
 * - "Product News, product-news (1,204 subscribers)"
 * - "Important: all contacts, can't be left (1,204 subscribers)"
 * - "news-2 (12 subscribers)" if that is the title, too
 *
 * @param filter part of a title or name
 * @param today such as "1 Dec", for "(1,204 subscribers on 1 Dec)"
 */
export function listOptions(
	records: IDataObject[],
	{ filter = '', today }: { filter?: string; today?: string } = {},
): INodePropertyOptions[] {
	const lists = records.flatMap(({ name, title, numSubscribers }) => {
		if (typeof name !== 'string' || name.trim() === '') return [];
		const ownTitle = (typeof title === 'string' && title.trim()) || name;
		return [{ name, title: ownTitle, size: sizeText(numSubscribers, today) }];
	});
	const wanted = filter.trim().toLowerCase();
	return lists
		.filter(({ name, title }) => `${title}\n${name}`.toLowerCase().includes(wanted))
		.map(({ name, title, size }) => {
			const note = name === DEFAULT_LIST ? ": all contacts, can't be left" : '';
			// Some fields take the name only.
			const isTitled = title !== name && name !== DEFAULT_LIST;
			return { name: `${title}${isTitled ? `, ${name}` : ''}${note}${size}`, value: name };
		});
}

function sizeText(count: unknown, today?: string): string {
	if (typeof count !== 'number') return '';
	const noun = count === 1 ? 'subscriber' : 'subscribers';
	const when = today === undefined ? '' : ` on ${today}`;
	return ` (${count.toLocaleString('en-US')} ${noun}${when})`;
}

const SIZE_WITH_DATE = / \((\d[\d,]* subscribers? on \d+ [A-Z][a-z]+)\)$/;

/**
 * Such as "1,204 subscribers on 1 Dec", from the title that n8n saves when a user chooses a list.
 *
 * @returns undefined unless the list was chosen in the drop-down
 */
export function subscribersWhenChosen(list: unknown): string | undefined {
	return SIZE_WITH_DATE.exec(shownWhenChosen(list) ?? '')?.[1];
}

/** Such as "Product News". Undefined unless the list was chosen in the drop-down. */
export function titleWhenChosen(list: unknown): string | undefined {
	const text = shownWhenChosen(list)?.replace(SIZE_WITH_DATE, '');
	const name = `, ${(list as { value?: unknown } | undefined)?.value as string}`;
	return text?.endsWith(name) ? text.slice(0, -name.length) : text;
}

function shownWhenChosen(list: unknown): string | undefined {
	if (typeof list !== 'object' || list === null || !('cachedResultName' in list)) return undefined;
	const { mode, value, cachedResultName } = list as Record<string, unknown>;
	return mode !== 'list' || isExpression(value) ? undefined : String(cachedResultName);
}
