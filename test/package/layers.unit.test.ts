import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryFolder } from '../../tools/folders';

// The rules of `.ci/layers.cjs` on small trees of files.

const CRUISE = join(repositoryFolder, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const RULES = join(repositoryFolder, '.ci/layers.cjs');

/** @param files what each imports types from, by path, or its text */
function lint(files: Record<string, string[] | string>) {
	const folder = mkdtempSync(join(tmpdir(), 'mailroom-layers-'));
	try {
		writeFileSync(join(folder, 'tsconfig.json'), '{}');
		for (const [path, imports] of Object.entries(files)) {
			mkdirSync(dirname(join(folder, path)), { recursive: true });
			writeFileSync(join(folder, path), typeof imports === 'string' ? imports : textOf(imports));
		}
		const { status, stdout } = spawnSync(process.execPath, [CRUISE, '--config', RULES, 'nodes'], {
			cwd: folder,
			encoding: 'utf8',
		});
		return { status, stdout };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function textOf(imports: string[]) {
	const lines = imports.map((from) => `import type { One } from '${from}';`);
	return [...lines, 'export interface One {}'].join('\n');
}

test('an import from a layer below passes', () => {
	const { status, stdout } = lint({
		'nodes/Mailroom/run/Run.ts': ['../transport/Outcome'],
		'nodes/Mailroom/transport/Outcome.ts': [],
	});

	expect(stdout).toContain('no dependency violations found');
	expect(status).toBe(0);
});

test('an import from a layer above is refused, also of a type', () => {
	const { status, stdout } = lint({
		'nodes/Mailroom/run/Run.ts': [],
		'nodes/Mailroom/transport/Outcome.ts': ['../run/Run'],
	});

	expect(stdout).toContain('transport: no import from a layer above');
	expect(status).toBe(1);
});

test('the connection imports nothing from parameters', () => {
	const { status, stdout } = lint({
		'nodes/Mailroom/transport/Outcome.ts': ['../parameters/text'],
		'nodes/Mailroom/parameters/text.ts': [],
	});

	expect(stdout).toContain('transport: no import from a layer above');
	expect(status).toBe(1);
});

test.each([
	['a type', "import type { IDataObject } from 'n8n-workflow'", 0],
	['a value', "import { sleep } from 'n8n-workflow'", 1],
])('the connection imports %s of n8n: %s, status %i', (_what, text, expected) => {
	const { status, stdout } = lint({
		'nodes/Mailroom/transport/clock.ts': text,
		'node_modules/n8n-workflow/package.json': '{ "name": "n8n-workflow", "types": "index.d.ts" }',
		'node_modules/n8n-workflow/index.d.ts': 'export interface IDataObject {}',
	});

	expect(stdout.includes('transport: of n8n, only types')).toBe(expected === 1);
	expect(status).toBe(expected);
});

test('a circle of types is refused', () => {
	const { status, stdout } = lint({
		'nodes/Mailroom/run/Run.ts': ['./Operation'],
		'nodes/Mailroom/run/Operation.ts': ['./Run'],
	});

	expect(stdout).toContain('no circles');
	expect(status).toBe(1);
});
