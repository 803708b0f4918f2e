import type { Features } from '../../../run/Operation';
import { isDoubtful } from '../../../transport/Outcome';
import { refuseDifferentNewsletters } from './refuseDifferentNewsletters';
import type { WithNewsletter } from './sameNewsletter';
import { SentNewsletters } from './SentNewsletters';
import { skipSentNewsletters } from './skipSentNewsletters';

/** Hooks by which subscribers get a newsletter once per execution, even if rounds of a loop or sub-workflows send it. */
export const onceInExecution = {
	checkAll: (run) => {
		const sent = new SentNewsletters(run.memories);
		refuseDifferentNewsletters(run, sent);
		skipSentNewsletters(run, sent);
	},
	onOutcome: (units, outcome, { memories }) => {
		if (outcome.kind === 'rejected' || outcome.kind === 'notSent') return;
		const newsletters = units.map(({ values }) => values.newsletter);
		new SentNewsletters(memories).add(newsletters, isDoubtful(outcome));
	},
} satisfies Features<WithNewsletter>;
