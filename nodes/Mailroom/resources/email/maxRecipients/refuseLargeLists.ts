import { failedBy } from '../../../run/failedBy';
import type { Unit } from '../../../run/Item';
import type { Run } from '../../../run/Operation';
import { joinSentences, shown } from '../../../wording';
import { abortable } from '../../../transport/abortable';
import { isFailed, type Failed } from '../../../transport/Outcome';
import type { ListNewsletter } from '../sentHint';
import { readSubscribers, type Subscribers } from '../subscribers';
import { beyondLimit, type WithMaxRecipients } from './maxRecipients';

type Limited = ListNewsletter & WithMaxRecipients;

/** By the values of newsletters with a Send Once Key. */
const refusals = new WeakMap<Limited, Failed>();

/** Set if the newsletter must not be sent. Its key is asked before, so that one that was sent already counts as such. */
export function refusalOf(values: Limited): Failed | undefined {
	return refusals.get(values);
}

/** Refuses newsletters to lists with more subscribers than may get an email, or with an unknown number. Tests go to one contact. */
export async function refuseLargeLists(run: Run<Limited>): Promise<void> {
	const isLimited = ({ isPending, values }: Unit<Limited>) =>
		isPending && values.maxRecipients !== undefined && !values.newsletter.isTest;
	if (!run.items.some((item) => !item.invalid && item.units.some(isLimited))) return;
	const signal = AbortSignal.any([run.n8n.cancelSignal, run.stopSignal]);
	const subscribers = await abortable(readSubscribers(run, signal), signal).catch(failedBy);
	// The run has ended.
	if (!subscribers) return;
	for (const [position, item] of run.items.entries()) {
		const [unit] = item.invalid ? [] : item.units.filter(isLimited);
		if (!unit) continue;
		const { values } = unit;
		refusals.delete(values);
		const invalid = failureFor(values, subscribers);
		if (invalid && values.sendOnce) refusals.set(values, invalid);
		// A copy, because Retry On Fail keeps the item, and its next try checks it again.
		else if (invalid) run.items[position] = { ...item, invalid };
	}
}

function failureFor(
	{ email: { list }, maxRecipients = Infinity }: Limited,
	subscribers: Subscribers | Failed,
): Failed | undefined {
	const beyond = (problem: string) => failedBy(beyondLimit(maxRecipients, problem));
	if (isFailed(subscribers)) {
		const { problem } = beyond("the service didn't tell how many subscribers the list has");
		return {
			...subscribers,
			kind: 'notSent',
			problem: joinSentences(problem, subscribers.problem),
			scope: 'request',
			isBeforeRequest: true,
		};
	}
	const count = subscribers.get(list);
	if (count !== undefined) {
		if (count <= maxRecipients) return undefined;
		return beyond(`the list ${shown(list)} has ${count.toLocaleString('en-US')} subscribers`);
	}
	return beyond(
		subscribers.has(list)
			? `the service doesn't tell how many subscribers the list ${shown(list)} has`
			: `there is no list ${shown(list)}`,
	);
}
