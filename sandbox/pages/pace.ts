import { chart } from './chart';
import { fills } from './fills';
import { html } from './html';
import { measurePace } from './measurePace';
import { number } from './number';
import type { JournalEntry } from '../traffic/createJournalEntry';
import type { Outcome } from './outcome';

const OUTCOMES = ['accepted', 'limited', 'failed'] as const;
const LABELS = { accepted: 'accepted', limited: 'throttled (429)', failed: 'other failures' };

/**
 * The pace of requests in the last minute with any: a chart, and the same in words.
 * @param journal with at least one entry
 * @param view limit 0: none; clock: the time of day of a moment
 */
export function pace(
	journal: JournalEntry[],
	{ limit, clock }: { limit: number; clock: (at: number) => string },
) {
	const { seconds, totals, busiest } = measurePace(journal);
	// Seconds are those of the limit, which begin anywhere in one of the time of day: the last is called as its request is.
	const intoSecond = journal[journal.length - 1].at - seconds[seconds.length - 1].start;
	const nameOf = (start: number) => clock(start + intoSecond);
	const counts = OUTCOMES.map((outcome) => `${number(totals[outcome])} ${LABELS[outcome]}`);
	const allowed = limit > 0 ? `limit ${limit}` : 'no limit';
	const most = `Busiest second: ${number(busiest)} accepted (${allowed}).`;
	const from = nameOf(seconds[0].start);
	const to = nameOf(seconds[seconds.length - 1].start);
	const description = `From ${from} to ${to} UTC: ${counts.join(', ')}. ${most}`;
	return html`<section class="card pace" aria-labelledby="pace">
		<h2 id="pace">Requests per second</h2>
		<p class="quiet">The minute up to the last request</p>
		<ul class="legend">
			${OUTCOMES.map((outcome) => html`<li>${swatch(outcome)} <strong>${number(totals[outcome])}</strong> ${LABELS[outcome]}</li>`)}
		</ul>
		${chart(seconds, { limit, clock: nameOf, description })}
		<p class="quiet">${most} Times are in UTC.</p>
	</section>`;
}

function swatch(outcome: Outcome) {
	return html`<svg class="swatch" aria-hidden="true">
		<rect class="${outcome}" fill="${fills[outcome]}" width="100%" height="100%" />
	</svg>`;
}
