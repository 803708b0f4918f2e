/**
 * Only TypeScript is transformed, file by file: types are the job of `npm run typecheck`.
 *
 * @type {import('jest').Config}
 */
const shared = {
	testEnvironment: '<rootDir>/test/support/jest/Environment.ts',
	testEnvironmentOptions: { globalsCleanup: 'off' },
	transform: {
		'/node_modules/(?!@?jest|@?fastify).*\\.[cm]?js$':
			'<rootDir>/test/support/jest/nativeModule.js',
		'\\.ts$': [
			'<rootDir>/test/support/jest/typescript.js',
			{ format: 'cjs', target: 'node20', supported: { 'dynamic-import': false } },
		],
	},
	transformIgnorePatterns: [],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/(tools|test)/.*/node_modules/'],
};

/** With n8n's engine. */
const engine = {
	...shared,
	setupFiles: [
		'<rootDir>/test/support/engine/setup.ts',
		'<rootDir>/test/support/jest/errorsOfAllRealms.ts',
	],
	testEnvironmentOptions: { ...shared.testEnvironmentOptions, timeLeaps: true },
};

/** One n8n with the packed node, for all test files. */
const inN8n = {
	...shared,
	globalSetup: '<rootDir>/test/support/sharedDemo/startSharedDemo.ts',
	globalTeardown: '<rootDir>/test/support/sharedDemo/stopSharedDemo.ts',
};

/** Tests in a real n8n and its editor that run for each change. All others run at night. */
const SMOKE = [
	...[
		'package/package.n8n',
		'credential/redirect.n8n',
		'sendAndWait/sendAndWait.n8n',
		'sendAndWait/timeLimit.n8n',
		'trigger/trigger.n8n',
		'run/restart.n8n',
		'run/endedEarly.n8n',
	],
	...['form/forms.browser', 'credential/credential.browser', 'form/listChoice.browser'],
];

/** @type {import('jest').Config} */
module.exports = {
	// Some tests wait for other programs: one file more than cores runs beside the others.
	maxWorkers: 3,
	// On a busy machine, a worker that has loaded n8n takes more than the usual half a second to end.
	workerGracefulExitTimeout: 10_000,
	testSequencer: '<rootDir>/test/support/jest/WaitingFirst.js',
	// A test that waits for something that never comes ends; on a busy machine one that works must not.
	testTimeout: 60_000,
	projects: [
		{
			...shared,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/**/*.unit.test.ts'],
		},
		{
			...engine,
			displayName: 'engine',
			testMatch: ['<rootDir>/test/**/*.engine.test.ts'],
		},
		{
			// Short runs of the programs in `test/`.
			...engine,
			displayName: 'proofs',
			testMatch: ['<rootDir>/test/**/*.proof.test.ts'],
		},
		{
			...inN8n,
			displayName: 'smoke',
			testMatch: SMOKE.map((name) => `<rootDir>/test/${name}.test.ts`),
		},
		{
			...inN8n,
			displayName: 'nightly',
			testMatch: ['<rootDir>/test/**/*.{n8n,browser}.test.ts'],
			testPathIgnorePatterns: [
				...shared.testPathIgnorePatterns,
				...SMOKE.map((name) => `/${name}.test.ts`),
			],
		},
	],
};
