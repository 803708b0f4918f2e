/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function markdownTable(head, rows) {
	const lines = [head, head.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

module.exports = { markdownTable };
