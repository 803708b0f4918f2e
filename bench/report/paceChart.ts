import { COLORS, drawChart, HEADING, TEXT, type Chart } from './drawChart';
import { tablesOf } from './tablesOf';

const PANEL = { left: 52, right: 24, height: 210 };
const WINDOWS = [
	{ window: 'sliding', heading: 'sliding second (any 1,000 ms)', top: 100 },
	{ window: 'fixed', heading: 'fixed second (of the clock)', top: 440 },
];

interface Point {
	travelTime: string;
	perSecond: string;
	lost: string;
}

interface Line {
	name: string;
	points: Point[];
}

/** Emails per second and lost emails of both nodes, by travel time. */
export function paceChart(report: string): Chart {
	const [, rows] = tablesOf(report, 'ways');
	const panels = WINDOWS.map((window) => ({ ...window, lines: linesOf(rows, window) }));
	return drawChart(panels.map(altOf).join(' '), 708, {
		legend: { top: 8, left: 'center', textStyle: TEXT, itemGap: 24 },
		title: panels.map(({ heading, top }) => ({
			...{ text: `Emails per second, ${heading}`, top: top - 50, left: 8 },
			textStyle: HEADING,
		})),
		grid: panels.map(({ top }) => ({ ...PANEL, top })),
		xAxis: panels.map(({ lines: [{ points }] }, gridIndex) => ({
			...{ type: 'category', gridIndex, name: 'Travel time of a request in ms' },
			...{ nameLocation: 'middle', nameGap: 32, nameTextStyle: TEXT },
			data: points.map(({ travelTime }) => travelTime.replace(' to ', '–').replace(' ms', '')),
			axisLabel: { ...TEXT, interval: 0 },
			axisLine: { lineStyle: { color: COLORS.lines } },
			axisTick: { show: false },
		})),
		yAxis: panels.map((_, gridIndex) => ({
			...{ type: 'value', gridIndex, min: 0, max: 12, interval: 3 },
			axisLabel: TEXT,
			splitLine: { lineStyle: { color: COLORS.lines } },
		})),
		series: panels.flatMap(({ lines: [mailroom, httpRequest] }, panel) => [
			seriesOf(mailroom, { panel, color: COLORS.mailroom, position: 'bottom' }),
			seriesOf(httpRequest, { panel, color: COLORS.httpRequest, position: 'top' }),
		]),
	});
}

function linesOf(rows: string[][], { window }: { window: string }): Line[] {
	const ofWindow = rows.filter((row) => row[1] === window);
	const line = (name: string, column: number) => ({
		name,
		points: ofWindow.map((row) => {
			const [perSecond, , lost] = row.slice(column);
			return { travelTime: row[0], perSecond, lost };
		}),
	});
	return [line('Mailroom', 2), line('HTTP Request', 5)];
}

function seriesOf(
	{ name, points }: Line,
	{ panel, color, position }: { panel: number; color: string; position: 'top' | 'bottom' },
) {
	return {
		...{ type: 'line' as const, name, xAxisIndex: panel, yAxisIndex: panel, silent: true },
		...{ symbol: 'circle', lineStyle: { width: 3 } },
		label: {
			...{ ...TEXT, color, lineHeight: 18, show: true, position },
			rich: { lost: { ...HEADING, color: COLORS.lost } },
		},
		data: points.map(({ perSecond, lost }) => {
			const losesNone = lost === '0';
			return {
				value: Number(perSecond),
				symbolSize: losesNone ? 8 : 14,
				itemStyle: { color: losesNone ? color : COLORS.lost },
				label: { formatter: losesNone ? perSecond : `{lost|${lost} lost}\n${perSecond}` },
			};
		}),
	};
}

function altOf({ window, lines }: { window: string; lines: Line[] }, panel: number) {
	const both = (textOf: (line: Line) => string | number) => lines.map(textOf).join(' and ');
	const first = both(({ points }) => points[0].perSecond);
	const last = both(({ points }) => points[points.length - 1].perSecond);
	const lost = both(lostOf);
	const { travelTime } = lines[0].points[lines[0].points.length - 1];
	const subject = panel === 0 ? `Emails per second of ${both(({ name }) => name)}, ` : '';
	const text = `${subject}${window} second: ${first} with a constant travel time, ${last} with ${travelTime}, lost ${lost}.`;
	return text[0].toUpperCase() + text.slice(1);
}

/** Such as "11 (2 with 10 to 100 ms, 9 with 10 to 150 ms)". */
function lostOf({ points }: Line): string {
	const losing = points.filter(({ lost }) => lost !== '0');
	if (losing.length === 0) return '0';
	const total = losing.reduce((sum, { lost }) => sum + Number(lost), 0);
	return `${total} (${losing.map(({ lost, travelTime }) => `${lost} with ${travelTime}`).join(', ')})`;
}
