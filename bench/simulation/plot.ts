interface Line {
	name: string;
	color: string;
	/** From 0 to 1, one for each x. */
	values: number[];
}

interface Panel {
	title: string;
	lines: Line[];
}

const PANEL = { width: 300, height: 200, gap: 70, left: 50, top: 40 };
const FONT = 'font-family="system-ui, sans-serif" font-size="12" fill="#333"';

/**
 * Panels side by side, each with percentages over numbers of workers (logarithmic).
 *
 * @returns SVG
 */
export function plot(workers: number[], panels: Panel[]): string {
	const width = PANEL.left + panels.length * (PANEL.width + PANEL.gap);
	const height = PANEL.top + PANEL.height + 90;
	const most = Math.log2(Math.max(...workers));
	const xOf = (count: number) => (Math.log2(count) / most) * PANEL.width;
	const yOf = (value: number) => (1 - value) * PANEL.height;

	const drawn = panels.map(({ title, lines }, index) => {
		const left = PANEL.left + index * (PANEL.width + PANEL.gap);
		return `<g transform="translate(${left} ${PANEL.top})">
${text(0, -16, title, 'start', 'font-weight="bold"')}
${[0, 0.2, 0.4, 0.6, 0.8, 1].map((value) => grid(value, yOf(value))).join('\n')}
${[1, 2, 4, 8, 16, 32].map((count) => text(xOf(count), PANEL.height + 18, String(count))).join('\n')}
${text(PANEL.width / 2, PANEL.height + 36, 'workers')}
${lines
	.map(({ values, ...style }) =>
		polyline(
			values.map((value, i) => [xOf(workers[i]), yOf(value)]),
			style,
		),
	)
	.join('\n')}
</g>`;
	});
	const keys = panels[0].lines.map(({ name, ...style }, index) => {
		const left = PANEL.left + index * ((width - PANEL.left) / panels[0].lines.length);
		const sample = polyline([[left, height - 20], [left + 24, height - 20]], style); // prettier-ignore
		return `${sample}\n${text(left + 30, height - 16, name, 'start')}`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="#fff"/>
${[...drawn, ...keys].join('\n')}
</svg>
`;
}

function grid(value: number, y: number) {
	return `<path d="M0 ${y}H${PANEL.width}" stroke="#ddd"/>
${text(-8, y + 4, `${Math.round(value * 100)} %`, 'end')}`;
}

function polyline(points: number[][], { color }: { color: string }) {
	const path = points.map((point) => point.map((number) => number.toFixed(1)).join(',')).join(' ');
	return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>`;
}

function text(x: number, y: number, content: string, anchor = 'middle', more = '') {
	return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}" ${FONT} ${more}>${content}</text>`;
}
