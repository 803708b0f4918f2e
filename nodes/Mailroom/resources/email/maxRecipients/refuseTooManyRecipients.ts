import { failedBy } from '../../../run/failedBy';
import { isPending } from '../../../run/Item';
import { countRecipients } from '../../../neverTwice/recipientCount';
import type { Run } from '../../../run/Operation';
import { beyondLimit, type WithMaxRecipients } from './maxRecipients';

/**
 * Makes all items invalid if they, and earlier rounds of the loop, have more distinct recipients than may get an email. With "Continue", too,
 * because nobody knows which recipients were meant.
 */
export function refuseTooManyRecipients(run: Run<WithMaxRecipients>): void {
	const units = run.items.flatMap((item) => (item.invalid ? [] : item.units));
	const limits = units.flatMap(({ values }) => values.maxRecipients ?? []);
	if (limits.length === 0) return;
	const limit = limits.reduce((least, one) => Math.min(least, one));
	const names = new Set(units.flatMap(({ recipient }) => recipient?.name ?? []));
	const { count, keep } = countRecipients(run.n8n.call, 'recipients', [...names]);
	if (count <= limit) return keep();
	const recipients = `there are ${count.toLocaleString('en-US')} recipients`;
	const invalid = failedBy(beyondLimit(limit, recipients));
	for (const [position, item] of run.items.entries()) {
		// A copy, because Retry On Fail keeps the item, and its next try counts again.
		const isLeft = !item.invalid && item.units.some(isPending);
		if (isLeft) run.items[position] = { ...item, invalid };
	}
}
