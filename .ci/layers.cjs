/**
 * The order of the layers of published code, for dependency-cruiser. A layer imports from itself and from those after it. Types count as
 * imports, so that no two files need each other to be understood.
 */
const ORDER = [
	{ name: 'the entry points', path: '^nodes/[^/]+/[^/]+\\.node\\.ts$' },
	{ name: 'the trigger', path: '^nodes/MailroomTrigger/' },
	{ name: 'resources', path: '^nodes/Mailroom/(resources|methods)/' },
	{ name: 'sendOnce', path: '^nodes/Mailroom/sendOnce/' },
	{ name: 'run', path: '^nodes/Mailroom/run/' },
	{ name: 'transport', path: '^nodes/Mailroom/transport/' },
	{ name: 'parameters', path: '^nodes/Mailroom/parameters/' },
	{ name: 'the words of the service', path: '^nodes/Mailroom/[^/]+\\.ts$' },
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
		{ name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
		...inOrder,
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		doNotFollow: { path: 'node_modules' },
	},
};
