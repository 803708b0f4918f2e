import { COLORS, drawChart, HEADING, TEXT, type Chart } from './drawChart';
import { tablesOf } from './tablesOf';

const PANEL = { left: 180, right: 64, height: 210 };
const MEASURES = [
	{ heading: 'CPU per item in ms', column: 2, digits: 2, top: 86 },
	{ heading: 'Memory for 10,000 items in MB', column: 3, digits: 0, top: 356 },
];
const NODES = ['Mailroom', 'HTTP Request'];

interface Panel {
	heading: string;
	works: string[];
	bars: Array<{ values: string[] }>;
}

/** CPU and memory of both nodes, by operation. */
export function costChart(report: string): Chart {
	const [, rows] = tablesOf(report, 'cost');
	const works = [...new Set(rows.map(([work]) => work))];
	const panels = MEASURES.map(({ heading, column, digits, top }) => ({
		...{ heading, works, top },
		bars: NODES.map((name) => ({
			name,
			values: rows
				.filter(([, node]) => node === name)
				.map((row) => parseFloat(row[column]).toFixed(digits)),
		})),
	}));
	return drawChart(panels.map(altOf).join(' '), 576, {
		legend: { top: 8, left: 'center', textStyle: TEXT, itemGap: 24 },
		title: panels.map(({ heading, top }) => ({
			...{ text: heading, top: top - 36, left: 8, textStyle: HEADING },
		})),
		grid: panels.map(({ top }) => ({ ...PANEL, top })),
		xAxis: panels.map((_, gridIndex) => ({ type: 'value', gridIndex, show: false })),
		yAxis: panels.map((_, gridIndex) => ({
			...{ type: 'category', gridIndex, inverse: true },
			data: works.map((work) => work.replace(' a ', '\na ')),
			axisLabel: { ...TEXT, lineHeight: 18 },
			axisLine: { lineStyle: { color: COLORS.lines } },
			axisTick: { show: false },
		})),
		series: panels.flatMap(({ bars }, panel) =>
			bars.map(({ name, values }) => ({
				...{ type: 'bar' as const, name, xAxisIndex: panel, yAxisIndex: panel, silent: true },
				...{ barGap: 0, label: { ...TEXT, show: true, position: 'right' as const } },
				data: values.map((value) => ({ value: Number(value), label: { formatter: value } })),
			})),
		),
	});
}

function altOf({ heading, works, bars }: Panel, panel: number) {
	const pairs = works.map((work, index) => {
		const both = bars.map(({ values }) => values[index]).join(' and ');
		return panel === 0 ? `${both} to ${work}` : both;
	});
	const subject = panel === 0 ? `, ${NODES.join(' and ')}` : ', likewise';
	return `${heading}${subject}: ${pairs.join(', ')}.`;
}
