/** No pattern of the package takes more than linear time, whatever text it is tried on. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as ts from 'typescript';

interface Pattern {
	source: string;
	flags: string;
	/** File and line, for who has to mend it. */
	where: string;
}

const ROOT = join(__dirname, '..');

/** What has to be found out, or nothing is. */
const BAD = [
	'const A = /^(a+)+$/;',
	'text.replace(/\\s+$/, "");',
	'const HTML = /<(p|br)\\b[^@>]*>/i;',
	'const B = new RegExp("a*b", "u");',
	'const C = RegExp(`x*$`);',
];

async function main() {
	// Its JavaScript, which needs neither Java nor a program for this machine. It asks when it is loaded.
	process.env.RECHECK_SYNC_BACKEND = 'pure';
	const { checkSync } = await import('recheck');
	/** The same seed each time: what is found does not hang on luck. */
	const statusOf = ({ source, flags }: Pattern) =>
		checkSync(source, flags, { timeout: 100_000, randomSeed: 1 }).status;

	for (const code of BAD) {
		assert.deepEqual(patternsIn(code, 'bad.ts').map(statusOf), ['vulnerable'], code);
	}
	assert.throws(() => patternsIn('\nnew RegExp(`${name}$`)', 'bad.ts'), /^Error: bad\.ts:2: /);

	const published = ['credentials', 'nodes']
		.flatMap(filesBelow)
		.flatMap((path) => patternsIn(readFileSync(path, 'utf8'), relative(ROOT, path)));
	assert.ok(published.length > 20);
	for (const pattern of published) {
		const status = statusOf(pattern);
		if (status === 'safe') continue;
		console.error(`${pattern.where}: ${status}: /${pattern.source}/${pattern.flags}`);
		process.exitCode = 1;
	}
}

/**
 * Every regular expression in a program: literals, and `RegExp` with a text that is written there.
 *
 * @throws when a pattern is put together at runtime, where nothing can check it
 */
function patternsIn(code: string, fileName: string): Pattern[] {
	const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.Latest, true);
	const patterns: Pattern[] = [];
	const visit = (node: ts.Node): void => {
		const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
		const where = `${fileName}:${line + 1}`;
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			patterns.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), where });
		}
		const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
		if (isCall && node.expression.getText(file) === 'RegExp') {
			const [source, flags] = node.arguments ?? [];
			if (!source || !ts.isStringLiteralLike(source) || (flags && !ts.isStringLiteralLike(flags))) {
				throw new Error(`${where}: a pattern is put together at runtime`);
			}
			patterns.push({ source: source.text, flags: flags?.text ?? '', where });
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return patterns;
}

function filesBelow(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(ROOT, folder, name));
}

void main();
