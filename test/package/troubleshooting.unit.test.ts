import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONNECTION_FAILURES } from '../../nodes/Mailroom/transport/failure/connectionFailure';
import { problemOf } from '../../nodes/Mailroom/transport/failure/describeResponse';

const ROOT = join(__dirname, '../..');

const [errors] = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8').split(
	'## Without an error',
);
const titles = [...errors.matchAll(/^### (.+)$/gm)].map(([, title]) => title);

/** The program with "…" for each value in a text. */
const program = ['credentials', 'nodes']
	.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
	)
	.join('\n')
	.replace(/\$\{[^{}]*\}/g, '…');

const route = { host: '…' };
/** Texts that the program puts together from parts. */
const assembled = [
	...Object.values(CONNECTION_FAILURES).map(({ problem }) => problem({ ...route, detail: '…' })),
	problemOf({ kind: 'response', verdict: 'failed', status: 503, body: '' }, '', {
		route,
		redact: (text) => text,
	}),
];

test.each(titles)('the error "%s" exists', (title) => {
	const spellings = [
		title,
		// The error begins with the field's name.
		title.replace(/^"[^"]*" /, ''),
		title.replace(/^"[^"]*" /, '').replace(/"[^"]*"/g, '"…"'),
		// A program text that adds the quotation marks itself.
		title.replace(/^"[^"]*" /, '').replace(/"[^"]*"/g, '…'),
		title.replace(/^… (?=because|which)/, ''),
	];
	const isFound = spellings.some((spelling) => program.includes(spelling));
	expect(isFound || assembled.some((text) => text.startsWith(title))).toBe(true);
});
