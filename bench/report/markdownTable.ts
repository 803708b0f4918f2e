export function markdownTable(head: string[], rows: string[][]) {
	const lines = [head, head.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
