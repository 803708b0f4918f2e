import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Diagnostics } from 'recheck';
import * as ts from 'typescript';

interface Pattern {
	source: string;
	flags: string;
	/** File and line, for who has to mend it. */
	where: string;
}

const ROOT = join(__dirname, '../..');

let checkSync: typeof import('recheck').checkSync;
beforeAll(async () => {
	// Its JavaScript, which needs neither Java nor a program for this machine. It asks when it is loaded.
	process.env.RECHECK_SYNC_BACKEND = 'pure';
	({ checkSync } = await import('recheck'));
});

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

/** The same seed each time: what is found does not hang on luck. */
const check = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): Diagnostics =>
	checkSync(source, flags, { timeout: 25_000, randomSeed: 1 });

const published = ['credentials', 'nodes']
	.flatMap(filesBelow)
	.flatMap((path) => patternsIn(readFileSync(path, 'utf8'), relative(ROOT, path)));

describe('no pattern of the package takes more than linear time', () => {
	test.each(published)('$where /$source/$flags', (pattern) => {
		const { status, ...found } = check(pattern);

		expect({ status, ...(status === 'safe' ? {} : found) }).toEqual({ status: 'safe' });
	});

	test('and all of them are looked at', () => {
		expect(published.length).toBeGreaterThan(20);
	});
});

describe('this test finds', () => {
	test.each([
		{ what: 'exponential', code: 'const A = /^(a+)+$/;' },
		{ what: 'quadratic', code: 'text.replace(/\\s+$/, "");' },
		{ what: 'quadratic', code: 'const HTML = /<(p|br)\\b[^@>]*>/i;' },
		{ what: 'quadratic', code: 'const B = new RegExp("a*b", "u");' },
		{ what: 'quadratic', code: 'const C = RegExp(`x*$`);' },
	])('a pattern that is $what: $code', ({ code }) => {
		const [pattern] = patternsIn(code, 'bad.ts');

		expect(check(pattern).status).toBe('vulnerable');
	});

	test('a pattern that is put together at runtime', () => {
		expect(() => patternsIn('\nnew RegExp(`${name}$`)', 'bad.ts')).toThrow(
			'bad.ts:2: a pattern is put together at runtime',
		);
	});

	test('every pattern, and where it is', () => {
		const code = 'const a = [/x/g, "/y/"];\n// /z/\nconst b = new RegExp("v", "i");';

		expect(patternsIn(code, 'a.ts')).toEqual([
			{ source: 'x', flags: 'g', where: 'a.ts:1' },
			{ source: 'v', flags: 'i', where: 'a.ts:3' },
		]);
	});
});
