import { COLORS, drawChart, HEADING, TEXT, type Chart } from './drawChart';
import { tablesOf } from './tablesOf';

const PANEL = { left: 180, right: 64, height: 230 };
const TOPS = [86, 376];
const SERIES = ['without a Send Once Key', 'with it'];

/** Seconds without and with a Send Once Key, by work and database. */
export function keyChart(report: string): Chart {
	const [, rows] = tablesOf(report, 'keyPace');
	const panels = [...new Set(rows.map(([database]) => database))].map((database, index) => ({
		...{ database, top: TOPS[index] },
		rows: rows.filter(([one]) => one === database),
	}));
	return drawChart(panels.map(altOf).join(' '), 616, {
		// The long text is wider than measured.
		legend: { top: 8, left: 'center', textStyle: TEXT, itemGap: 48 },
		title: panels.map(({ database, top }) => ({
			...{ text: `Seconds, ${database}`, top: top - 36, left: 8, textStyle: HEADING },
		})),
		grid: panels.map(({ top }) => ({ ...PANEL, top })),
		xAxis: panels.map((_, gridIndex) => ({ type: 'value', gridIndex, show: false })),
		yAxis: panels.map((panel, gridIndex) => ({
			...{ type: 'category', gridIndex, inverse: true },
			data: panel.rows.map(([, work]) => work.replace(' of ', '\nof ')),
			axisLabel: { ...TEXT, lineHeight: 18 },
			axisLine: { lineStyle: { color: COLORS.lines } },
			axisTick: { show: false },
		})),
		series: panels.flatMap((panel, index) =>
			SERIES.map((name, series) => ({
				...{ type: 'bar' as const, name, xAxisIndex: index, yAxisIndex: index, silent: true },
				...{ barGap: 0, label: { ...TEXT, show: true, position: 'right' as const } },
				data: panel.rows.map((row) => ({
					value: parseFloat(row[2 + series]),
					label: { formatter: parseFloat(row[2 + series]).toFixed(1) },
				})),
			})),
		),
	});
}

function altOf({ database, rows }: { database: string; rows: string[][] }) {
	const times = rows.map(([, work, without, withKey]) => `${without} and ${withKey} for ${work}`);
	return `${database}, ${SERIES.join(' and ')}: ${times.join(', ')}.`;
}
