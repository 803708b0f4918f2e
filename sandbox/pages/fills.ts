import { html } from './html';
import type { Outcome } from './outcome';

/**
 * How the chart and its legend fill what belongs to an outcome: each with a pattern of its own, so that nobody has to tell
 * colours apart. The colours themselves are in the style sheet.
 */
export const fills: Record<Outcome, string> = {
	accepted: 'currentcolor',
	failed: 'url(#dots)',
	limited: 'url(#stripes)',
};

/** What `fills` refers to; has to be on the page once. */
export const fillPatterns = html`<defs>
	<pattern id="dots" class="failed" width="4" height="4" patternUnits="userSpaceOnUse">
		<rect class="ground" width="4" height="4" />
		<circle cx="2" cy="2" r="1.1" fill="currentcolor" />
	</pattern>
	<pattern
		id="stripes"
		class="limited"
		width="5"
		height="5"
		patternUnits="userSpaceOnUse"
		patternTransform="rotate(45)"
	>
		<rect class="ground" width="5" height="5" />
		<rect width="2.5" height="5" fill="currentcolor" />
	</pattern>
</defs>`;
