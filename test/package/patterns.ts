/** Checks that each regular expression of the package takes linear time on any text. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as ts from 'typescript';

interface Pattern {
	source: string;
	flags: string;
	/** File and line. */
	where: string;
}

const ROOT = join(__dirname, '../..');

/** Patterns that the check must reject. */
const BAD = [
	'const A = /^(a+)+$/;',
	'text.replace(/\\s+$/, "");',
	'const HTML = /<(p|br)\\b[^@>]*>/i;',
	'const B = new RegExp("a*b", "u");',
	'const C = RegExp(`x*$`);',
];

async function main() {
	// Selects the JavaScript backend, which needs no Java and no native program. recheck reads it on import.
	process.env.RECHECK_SYNC_BACKEND = 'pure';
	const { checkSync } = await import('recheck');
	/** Ten times the usual limits, as on a busy machine a linear pattern would exceed them. A fixed seed makes the result repeatable. */
	const limits = {
		timeout: 100_000,
		attackTimeout: 10_000,
		incubationTimeout: 2_500,
		randomSeed: 1,
	};
	const statusOf = ({ source, flags }: Pattern) => checkSync(source, flags, limits).status;

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
 * The regular expressions in a program: literals, and `RegExp` with a literal text.
 *
 * @throws if a pattern is assembled at runtime, because it can't be checked
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
