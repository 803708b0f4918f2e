import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const REPORT = join(__dirname, '..', 'results.md');

/** Puts a new text between the two comments of the report that bear a name; everything else stays as it is. */
export async function updateReport(name: string, text: string) {
	const report = await readFile(REPORT, 'utf8');
	const begin = `<!-- bench: ${name} -->`;
	const end = '<!-- end -->';
	const from = report.indexOf(begin);
	const to = report.indexOf(end, from);
	if (from < 0 || to < 0) throw new Error(`${REPORT} has no place for "${name}"`);
	const before = report.slice(0, from + begin.length);
	await writeFile(REPORT, `${before}\n\n${text}\n\n${report.slice(to)}`);
}
