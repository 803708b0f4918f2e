import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../../tools/folders';
import { costChart } from './costChart';
import { keyChart } from './keyChart';
import { paceChart } from './paceChart';
import { REPORT } from './updateReport';

const DOCS = join(repositoryFolder, 'docs');
const PAGE = join(DOCS, 'benchmarks.md');

/** The files that show results.md in charts, as they must be. */
export async function chartFiles(): Promise<Array<{ file: string; text: string }>> {
	const report = await readFile(REPORT, 'utf8');
	let page = await readFile(PAGE, 'utf8');
	const charts = { pace: paceChart(report), cost: costChart(report), key: keyChart(report) };
	const files = Object.entries(charts).map(([name, { alt, svg }]) => {
		const path = `images/${name}.svg`;
		const image = new RegExp(`!\\[[^\\]]*\\]\\(${path}\\)`);
		if (!image.test(page)) throw new Error(`${PAGE} does not show ${path}`);
		page = page.replace(image, `![${alt}](${path})`);
		return { file: join(DOCS, path), text: svg };
	});
	return [...files, { file: PAGE, text: page }];
}

/** Redraws the charts and tells their numbers in the page. */
export async function writeCharts() {
	for (const { file, text } of await chartFiles()) await writeFile(file, text);
}
