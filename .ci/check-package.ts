const { execFileSync } = require('node:child_process');
const {
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
} = require('node:fs');
const { tmpdir } = require('node:os');
const { basename, join } = require('node:path');
const { pathToFileURL } = require('node:url');

const ROOT = join(__dirname, '..');
const SIZE_LIMIT_BYTES = 150_000;

/** Everything that a user of the package needs, and nothing else may be in it. */
const ALLOWED_PATHS = [
	/^package\.json$/,
	/^README\.md$/,
	/^LICENSE$/,
	/^dist\/icons\/mailroom(\.dark)?\.svg$/,
	/^dist\/credentials\/\w+(\.credentials)?\.js$/,
	/^dist\/nodes\/Mailroom\/([\w-]+\/)*[\w.-]+\.js$/,
	/^dist\/nodes\/Mailroom\/Mailroom\.node\.json$/,
	/^dist\/nodes\/Mailroom\/__schema__\/v\d+\.\d+\.\d+\/([\w-]+\/)+[\w-]+\.json$/,
];
const SCHEMA_FOLDER = 'nodes/Mailroom/__schema__';
const REQUIRED_PATHS = ['README.md', 'LICENSE', 'dist/icons/mailroom.svg'];
const TEST_FILE = /(\.(test|spec)\.|__tests__)/;

/** What the package loads that is not its own: of Node.js, or there wherever n8n is. */
const LOADED_FROM_OUTSIDE = ['luxon', 'n8n-workflow', 'node:crypto'];

/**
 * @typedef {{ filename: string, size: number, files: Array<{ path: string }> }} Packed what `npm pack --json` says
 * @typedef {{ passed: boolean, message?: string, details?: string }} ScanResult
 * @typedef {object} Scanner the part of n8n's verification scan that needs no published package
 * @property {(folder: string, patterns: string[]) => Promise<ScanResult>} analyzePackage
 * @property {string[]} SOURCE_FILE_PATTERNS
 */

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

/**
 * @param {string} folder gets the packed file, and its contents in `package`
 * @returns {Packed}
 */
function pack(folder) {
	const args = ['pack', '--json', '--pack-destination', folder];
	const [packed] = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }));
	execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
	return packed;
}

/**
 * What is published is then the very file that was checked.
 *
 * @param {string} file
 * @param {string} folder
 */
function keep(file, folder) {
	mkdirSync(folder, { recursive: true });
	copyFileSync(file, join(folder, basename(file)));
}

/**
 * @param {Packed} packed
 * @param {{ n8n: { nodes: string[], credentials: string[] } }} manifest
 */
function pathProblems({ files }, { n8n }) {
	const paths = files.map(({ path }) => path);
	const required = [...REQUIRED_PATHS, ...schemaPaths(), ...n8n.nodes, ...n8n.credentials];
	const isAllowed = (/** @type {string} */ path) =>
		ALLOWED_PATHS.some((allowed) => allowed.test(path)) && !TEST_FILE.test(path);
	return [
		...required.filter((path) => !paths.includes(path)).map((path) => `Not packed: ${path}`),
		...paths.filter((path) => !isAllowed(path)).map((path) => `Packed, but not needed: ${path}`),
	];
}

/** @returns {string[]} what n8n previews the output of each operation from */
function schemaPaths() {
	return readdirSync(join(ROOT, SCHEMA_FOLDER), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.json'))
		.map((path) => `dist/${SCHEMA_FOLDER}/${path}`);
}

/** @param {Packed} packed */
function sizeProblems({ size }) {
	return size < SIZE_LIMIT_BYTES ? [] : [`${size} bytes packed, the limit is ${SIZE_LIMIT_BYTES}`];
}

/**
 * Nothing is installed with the package, so there is nothing of others to audit.
 *
 * @param {Record<string, object | undefined>} manifest
 */
function dependencyProblems(manifest) {
	return ['dependencies', 'optionalDependencies', 'bundleDependencies', 'bundledDependencies']
		.filter((field) => Object.keys(manifest[field] ?? {}).length > 0)
		.map((field) => `package.json has ${field}; n8n verifies only packages without`);
}

/**
 * @param {Packed} packed
 * @param {string} packedFolder
 */
function importProblems({ files }, packedFolder) {
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

/**
 * n8n verifies a package by linting two things: the sources it was built from, and what was published.
 *
 * @param {string} packedFolder
 */
async function scanProblems(packedFolder) {
	const file = require.resolve('@n8n/scan-community-package/scanner/scanner.mjs');
	/** @type {Scanner} */
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(pathToFileURL(file).href);
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
