import { init, type EChartsOption } from 'echarts';

export interface Chart {
	/** Its numbers in sentences. */
	alt: string;
	svg: string;
}

/** Colors in light mode. */
export const COLORS = {
	page: '#ffffff',
	text: '#1f2328',
	lines: '#d1d9e0',
	mailroom: '#4f46e5',
	httpRequest: '#9a6700',
	lost: '#cf222e',
};
const DARK_COLORS: typeof COLORS = {
	page: '#0d1117',
	text: '#e6edf3',
	lines: '#3d444d',
	mailroom: '#a5b4fc',
	httpRequest: '#e3b341',
	lost: '#ff7b72',
};

/** On a phone, which shows the chart smaller, the text is still 10 px high. */
const WIDTH = 540;
export const TEXT = { color: COLORS.text, fontSize: 16 };
export const HEADING = { ...TEXT, fontWeight: 'bold' as const };

/** Draws a chart as SVG that follows the reader's light or dark mode. */
export function drawChart(alt: string, height: number, option: EChartsOption): Chart {
	const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
	chart.setOption({
		animation: false,
		backgroundColor: COLORS.page,
		color: [COLORS.mailroom, COLORS.httpRequest],
		textStyle: { ...TEXT, fontFamily: 'system-ui, sans-serif' },
		...option,
	});
	const svg = chart.renderToSVGString();
	chart.dispose();
	const style = `<style>\n@media (prefers-color-scheme: dark) {\n${darkMode()}\n}\n</style>`;
	const head = ` role="img">\n<title>${alt}</title>\n${style}`;
	return { alt, svg: `${svg.replace('>', head)}\n` };
}

/** CSS rules take precedence over attributes. */
function darkMode() {
	const names = Object.keys(COLORS) as Array<keyof typeof COLORS>;
	return names
		.flatMap((name) =>
			['fill', 'stroke'].map(
				(attribute) => `[${attribute}="${COLORS[name]}"] { ${attribute}: ${DARK_COLORS[name]} }`,
			),
		)
		.join('\n');
}
