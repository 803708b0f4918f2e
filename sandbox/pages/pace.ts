import { chart } from './chart';
import { fills } from './fills';
import { html } from './html';
import { measurePace, type Second } from './measurePace';
import { number } from './number';
import type { JournalEntry } from '../traffic/createJournalEntry';
import type { Outcome } from './outcome';

const OUTCOMES = ['accepted', 'limited', 'failed'] as const;
const LABELS = { accepted: 'accepted', limited: 'too many (429)', failed: 'other errors' };

/**
 * How fast requests came in the last minute in which any came: a chart, in words, and as a table.
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
	const allowed = limit > 0 ? `the limit is ${limit}` : 'there is no limit';
	const most = `At most ${number(busiest)} were accepted within a second; ${allowed}.`;
	const from = nameOf(seconds[0].start);
	const to = nameOf(seconds[seconds.length - 1].start);
	const description = `From ${from} to ${to} UTC: ${counts.join(', ')}. ${most}`;
	return html`<section class="card pace" aria-labelledby="pace">
		<h2 id="pace">Requests per second</h2>
		<p class="quiet">In the minute that ends with the last request</p>
		<ul class="legend">
			${OUTCOMES.map((outcome) => html`<li>${swatch(outcome)} <strong>${number(totals[outcome])}</strong> ${LABELS[outcome]}</li>`)}
		</ul>
		${chart(seconds, { limit, clock: nameOf, description })}
		<p class="quiet">${most} Times are in UTC.</p>
		<details>
			<summary>As a table</summary>
			${table(seconds, nameOf)}
		</details>
	</section>`;
}

function swatch(outcome: Outcome) {
	return html`<svg class="swatch" aria-hidden="true">
		<rect class="${outcome}" fill="${fills[outcome]}" width="100%" height="100%" />
	</svg>`;
}

function table(seconds: Second[], clock: (at: number) => string) {
	const busy = seconds.filter((second) => OUTCOMES.some((outcome) => second[outcome] > 0));
	return html`<table aria-labelledby="pace">
		<thead>
			<tr>
				<th scope="col">Second</th>
				${OUTCOMES.map((outcome) => html`<th scope="col" class="number">${LABELS[outcome]}</th>`)}
			</tr>
		</thead>
		<tbody>
			${busy.map(
				(second) =>
					html`<tr>
						<th scope="row"><time>${clock(second.start)}</time></th>
						${OUTCOMES.map((outcome) => html`<td class="number">${number(second[outcome])}</td>`)}
					</tr>`,
			)}
		</tbody>
	</table>`;
}
