/**
 * The order of the layers of published code, for dependency-cruiser. A layer imports from itself and from those after it. Types count as
 * imports, so that no two files need each other to be understood.
 */
const ORDER = [
	{ name: 'the entry points', path: '^nodes/[^/]+/[^/]+\\.node\\.ts$' },
	{ name: 'the trigger', path: '^nodes/MailroomTrigger/' },
	{ name: 'resources', path: '^nodes/Mailroom/resources/' },
	{ name: 'run', path: '^nodes/Mailroom/run/' },
	{ name: 'neverTwice', path: '^nodes/Mailroom/neverTwice/' },
	{ name: 'client', path: '^nodes/Mailroom/client/' },
	{ name: 'parameters', path: '^nodes/Mailroom/parameters/' },
	{ name: 'transport', path: '^nodes/Mailroom/transport/' },
	{ name: 'what all share', path: '^nodes/Mailroom/[^/]+\\.ts$' },
	{ name: 'credentials', path: '^credentials/' },
];

const inOrder = ORDER.slice(1).map(({ name, path }, index) => ({
	name: `${name}: no import from a layer above`,
	severity: 'error',
	from: { path, pathNot: '\\.node\\.ts$' },
	to: { path: ORDER.slice(0, index + 1).map((layer) => layer.path) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{
			name: 'no circles',
			severity: 'error',
			from: { path: '^(nodes|credentials|bench)/' },
			to: { circular: true },
		},
		{
			name: 'transport: of n8n, only types',
			severity: 'error',
			from: { path: '^nodes/Mailroom/transport/' },
			to: { path: '(^|/)n8n-(workflow|core)', dependencyTypesNot: ['type-only'] },
		},
		...inOrder,
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		doNotFollow: { path: 'node_modules' },
	},
};
