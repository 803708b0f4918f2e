/**
 * The tables of a section of results.md, from its goals on.
 *
 * @param report the text of results.md
 * @returns for each table its rows, without the head
 */
export function tablesOf(report: string, name: string): string[][][] {
	const [, section] = report.split(`<!-- bench: ${name} -->`);
	if (section === undefined) throw new Error(`results.md has no section "${name}"`);
	const [text] = section.split('<!-- end -->');
	return text
		.trim()
		.split('\n\n')
		.map((table) => table.split('\n').slice(2).map(cellsOf));
}

const cellsOf = (line: string) => line.slice(2, -2).split(' | ');
