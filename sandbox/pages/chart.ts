import { fillPatterns, fills } from './fills';
import { html } from './html';
import type { Second } from './measurePace';

/** How requests become heights. */
interface Scale {
	/** The most in one second. */
	peak: number;
	/** In pixels from the upper edge. */
	y: (requests: number) => number;
}

/** From the foot of a bar up: what counts towards the limit is below what was refused for it. */
const STACK = ['accepted', 'failed', 'limited'] as const;
const HEIGHT_PX = 160;
const LINE_OF_TEXT_PX = 20;
const ROOM_ABOVE = 1.15;
/** Of the distance from bar to bar. */
const BAR_WIDTH = 0.78;
const ANCHORS = ['start', 'middle', 'end'];

/**
 * Requests per second against the limit, a bar for each second. Widths are in percent and heights in pixels: on a phone the bars
 * shrink and the letters do not.
 * @param view limit: 0 for none; clock: writes a moment
 */
export function chart(
	seconds: Second[],
	{
		limit,
		clock,
		description,
	}: { limit: number; clock: (at: number) => string; description: string },
) {
	const scale = scaleOf(seconds, limit);
	const step = 100 / seconds.length;
	const bars = seconds.map((second, index) => bar(second, { left: index * step, step }, scale));
	return html`<svg class="chart" role="img" aria-labelledby="chart-title chart-description">
		<title id="chart-title">Requests per second</title>
		<desc id="chart-description">${description}</desc>
		${fillPatterns} ${bars}
		<line class="axis" x2="100%" y1="${HEIGHT_PX}" y2="${HEIGHT_PX}" />
		${heights(limit, scale)} ${times(seconds, clock)}
	</svg>`;
}

function scaleOf(seconds: Second[], limit: number): Scale {
	const peak = Math.max(...seconds.map((second) => sum(STACK.map((outcome) => second[outcome]))));
	const top = Math.max(peak, limit) * ROOM_ABOVE;
	return { peak, y: (requests) => round(HEIGHT_PX * (1 - requests / top)) };
}

/** @param place in percent */
function bar(second: Second, { left, step }: { left: number; step: number }, { y }: Scale) {
	return STACK.map((outcome, index) => {
		const below = sum(STACK.slice(0, index).map((lower) => second[lower]));
		const upper = y(below + second[outcome]);
		return (
			second[outcome] > 0 &&
			html`<rect
				class="${outcome}"
				fill="${fills[outcome]}"
				x="${round(left)}%"
				y="${upper}"
				width="${round(step * BAR_WIDTH)}%"
				height="${round(y(below) - upper)}"
			/>`
		);
	});
}

/** The limit as a line with its name, and the peak where there is room for its number. */
function heights(limit: number, { peak, y }: Scale) {
	const isPeakApart = [0, limit].every((other) => Math.abs(y(peak) - y(other)) > LINE_OF_TEXT_PX);
	return html`${
			limit > 0 &&
			html`<line class="limit" x2="100%" y1="${y(limit)}" y2="${y(limit)}" />
				<text class="limit" y="${y(limit) - 6}">limit ${limit}</text>`
		}
		${isPeakApart && html`<text x="-8" y="${y(peak) + 4}" text-anchor="end">${peak}</text>`}
		<text x="-8" y="${HEIGHT_PX}" text-anchor="end">0</text>`;
}

function times(seconds: Second[], clock: (at: number) => string) {
	const [first] = seconds;
	const middle = seconds[seconds.length / 2];
	const last = seconds[seconds.length - 1];
	return [first, middle, last].map(
		({ start }, index) =>
			html`<text
				x="${index * 50}%"
				y="${HEIGHT_PX + LINE_OF_TEXT_PX}"
				text-anchor="${ANCHORS[index]}"
			>
				${clock(start)}
			</text>`,
	);
}

const sum = (values: number[]) => values.reduce((before, value) => before + value, 0);
const round = (value: number) => Math.round(value * 100) / 100;
