import type { JournalEntry } from '../../sandbox/traffic/createJournalEntry';

const WIDTH = 520;
const HEIGHT = 150;
const MARGIN = { left: 40, top: 14, bottom: 44 };
const MOST_PER_SECOND = 12;
const COLORS = ['#0072b2', '#d55e00'];
const FONT = 'font-family="system-ui, sans-serif" font-size="11" fill="#333"';

/**
 * What a service accepted in each second of some runs.
 *
 * @returns SVG
 */
export function pacePicture(runs: Array<{ title: string; journal: JournalEntry[] }>): string {
	const lines = runs.map(({ title, journal }) => ({
		title,
		perSecond: acceptedPerSecond(journal),
	}));
	const seconds = Math.max(...lines.map(({ perSecond }) => perSecond.length));
	const xOf = (second: number) => (second / seconds) * WIDTH;
	const yOf = (accepted: number) => HEIGHT - (accepted / MOST_PER_SECOND) * HEIGHT;
	const grid = [0, 5, 10].map(
		(accepted) => `<path d="M0 ${yOf(accepted)}H${WIDTH}" stroke="#ddd"/>
<text x="-8" y="${yOf(accepted) + 4}" text-anchor="end" ${FONT}>${accepted}</text>`,
	);
	const drawn = lines.map(({ title, perSecond }, index) => {
		const points = perSecond
			.flatMap((accepted, second) => [
				[second, accepted],
				[second + 1, accepted],
			])
			.map(([second, accepted]) => `${xOf(second).toFixed(1)},${yOf(accepted).toFixed(1)}`)
			.join(' ');
		const left = index * (WIDTH / 2);
		return `<polyline points="${points}" fill="none" stroke="${COLORS[index]}" stroke-width="1.5"/>
<path d="M${left} ${HEIGHT + 32}h20" stroke="${COLORS[index]}" stroke-width="2"/>
<text x="${left + 26}" y="${HEIGHT + 36}" ${FONT}>${title}</text>`;
	});
	const height = MARGIN.top + HEIGHT + MARGIN.bottom;
	const width = MARGIN.left + WIDTH + 10;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="#fff"/>
<g transform="translate(${MARGIN.left} ${MARGIN.top})">
${grid.join('\n')}
<text x="${WIDTH}" y="${HEIGHT + 16}" text-anchor="end" ${FONT}>${seconds} seconds</text>
${drawn.join('\n')}
</g>
</svg>
`;
}

/** By the service's own clock, from the first request on. */
function acceptedPerSecond(journal: JournalEntry[]): number[] {
	const [{ at: begin }] = journal;
	const perSecond = Array.from(
		{ length: secondOf(journal[journal.length - 1].at - begin) + 1 },
		() => 0,
	);
	for (const { at, status } of journal) if (status !== 429) perSecond[secondOf(at - begin)]++;
	return perSecond;
}

function secondOf(ms: number): number {
	return Math.floor(ms / 1000);
}
