import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(__dirname, '../..');
const SIZE_LIMIT_BYTES = 150_000;

/** The package contains exactly what its users need. */
const ALLOWED_PATHS = [
	/^package\.json$/,
	/^README\.md$/,
	/^LICENSE$/,
	/^dist\/icons\/mailroom(\.dark)?\.svg$/,
	/^dist\/credentials\/\w+(\.credentials)?\.js$/,
	/^dist\/nodes\/Mailroom(Trigger)?\/([\w-]+\/)*[\w.-]+\.js$/,
	/^dist\/nodes\/(Mailroom(Trigger)?)\/\1\.node\.json$/,
	/^dist\/nodes\/Mailroom\/__schema__\/v\d+\.\d+\.\d+\/([\w-]+\/)+[\w-]+\.json$/,
	/^dist\/nodes\/MailroomTrigger\/__schema__\/v\d+\.\d+\.\d+\.json$/,
];
const REQUIRED_PATHS = [
	'README.md',
	'LICENSE',
	'dist/icons/mailroom.svg',
	'dist/nodes/Mailroom/Mailroom.node.json',
	'dist/nodes/MailroomTrigger/MailroomTrigger.node.json',
];
const TEST_FILE = /(\.(test|spec)\.|__tests__)/;

/** Modules that the package may load: they come with Node.js or n8n. */
const LOADED_FROM_OUTSIDE = ['luxon', 'n8n-workflow', 'node:crypto'];

/** Output of `npm pack --json`. */
type Packed = { filename: string; size: number; files: Array<{ path: string }> };

type ScanResult = { passed: boolean; message?: string; details?: string };

/** The part of n8n's verification scan that needs no published package. */
interface Scanner {
	analyzePackage: (folder: string, patterns: string[]) => Promise<ScanResult>;
	SOURCE_FILE_PATTERNS: string[];
}

async function main() {
	const folder = mkdtempSync(join(tmpdir(), 'mailroom-package-'));
	try {
		const packed = pack(folder);
		const manifest = JSON.parse(readFileSync(join(folder, 'package', 'package.json'), 'utf8'));
		const problems = [
			...pathProblems(packed, manifest),
			...sizeProblems(packed),
			...dependencyProblems(manifest),
			...importProblems(packed, join(folder, 'package')),
			...(await scanProblems(join(folder, 'package'))),
		];
		if (problems.length > 0) throw new Error(problems.join('\n'));
		const [, , keptIn] = process.argv;
		if (keptIn) keep(join(folder, packed.filename), keptIn);
		console.log(
			`${packed.filename}: ${packed.files.length} files, ${packed.size} bytes, scan passed`,
		);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** @param folder gets the packed file, and its contents in `package` */
function pack(folder: string): Packed {
	const args = [npm(), 'pack', '--json', '--pack-destination', folder];
	const output = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
	const [packed] = JSON.parse(output);
	execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
	return packed;
}

/** The npm that runs this program. On Windows, npm can't be started by its name. */
function npm(): string {
	const program = process.env.npm_execpath;
	if (!program) throw new Error('Run this with: npm run check:package');
	return program;
}

/** Keeps the checked file, so that it is the one that is published. */
function keep(file: string, folder: string) {
	mkdirSync(folder, { recursive: true });
	copyFileSync(file, join(folder, basename(file)));
}

function pathProblems(
	{ files }: Packed,
	{ n8n }: { n8n: { nodes: string[]; credentials: string[] } },
) {
	const paths = files.map(({ path }) => path);
	const required = [...REQUIRED_PATHS, ...schemaPaths(), ...n8n.nodes, ...n8n.credentials];
	const isAllowed = (path: string) =>
		ALLOWED_PATHS.some((allowed) => allowed.test(path)) && !TEST_FILE.test(path);
	return [
		...required.filter((path) => !paths.includes(path)).map((path) => `Not packed: ${path}`),
		...paths.filter((path) => !isAllowed(path)).map((path) => `Packed, but not needed: ${path}`),
	];
}

/** @returns the output schemas of the operations and the trigger */
function schemaPaths(): string[] {
	return readdirSync(join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' })
		.map((path) => path.replaceAll(sep, '/'))
		.filter((path) => path.includes('/__schema__/') && path.endsWith('.json'))
		.map((path) => `dist/nodes/${path}`);
}

function sizeProblems({ size }: Packed) {
	return size < SIZE_LIMIT_BYTES ? [] : [`${size} bytes packed, the limit is ${SIZE_LIMIT_BYTES}`];
}

/** A package without dependencies needs no audit of other packages. */
function dependencyProblems(manifest: Record<string, object | undefined>) {
	return ['dependencies', 'optionalDependencies', 'bundleDependencies', 'bundledDependencies']
		.filter((field) => Object.keys(manifest[field] ?? {}).length > 0)
		.map((field) => `package.json has ${field}; n8n verifies only packages without`);
}

function importProblems({ files }: Packed, packedFolder: string) {
	const scripts = files.map(({ path }) => path).filter((path) => path.endsWith('.js'));
	return scripts.flatMap((path) => {
		const code = readFileSync(join(packedFolder, path), 'utf8');
		const loaded = [...code.matchAll(/\b(?:require|import)\(\s*(?:["']([^"']+)["'])?/g)];
		return loaded
			.map(([, name = 'something computed']) => name)
			.filter((name) => !name.startsWith('.') && !LOADED_FROM_OUTSIDE.includes(name))
			.map((name) => `${path} loads ${name}, which nothing installs`);
	});
}

/** n8n verifies a package by linting its sources and its published files. */
async function scanProblems(packedFolder: string) {
	const file = require.resolve('@n8n/scan-community-package/scanner/scanner.mjs');
	const { analyzePackage, SOURCE_FILE_PATTERNS }: Scanner = await import(pathToFileURL(file).href);
	const results = [
		{ what: 'sources', ...(await analyzePackage(ROOT, SOURCE_FILE_PATTERNS)) },
		{ what: 'packed files', ...(await analyzePackage(packedFolder, ['**/*.js', 'package.json'])) },
	];
	return results
		.filter(({ passed }) => !passed)
		.map(({ what, message, details = '' }) => `n8n's scan of the ${what}: ${message}\n${details}`);
}

main().catch((error) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
