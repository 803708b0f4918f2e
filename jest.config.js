const { compilerOptions } = require('./tsconfig.json');

/**
 * Only TypeScript is transformed, file by file: types are the job of `npm run typecheck`.
 *
 * @type {import('jest').Config}
 */
const shared = {
	testEnvironment: 'node',
	transform: {
		'\\.ts$': [
			'ts-jest',
			{ tsconfig: { ...compilerOptions, isolatedModules: true }, diagnostics: false },
		],
	},
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/demo/.*/node_modules/'],
};

/** @type {import('jest').Config} */
module.exports = {
	// The engine tests mostly wait for the node's pace, so more of them than cores run side by side.
	maxWorkers: 3,
	// A test that waits for something that never comes ends; on a busy machine one that works must not.
	testTimeout: 30_000,
	projects: [
		{
			...shared,
			displayName: 'unit',
			testMatch: [
				'<rootDir>/test/unit/**/*.test.{js,ts}',
				'<rootDir>/test/sandbox/**/*.test.{js,ts}',
			],
		},
		{
			...shared,
			displayName: 'engine',
			testMatch: ['<rootDir>/test/engine/**/*.test.{js,ts}'],
			setupFiles: ['<rootDir>/test/engine/setup.js'],
		},
		{
			...shared,
			displayName: 'e2e',
			testMatch: ['<rootDir>/test/e2e/**/*.test.js'],
		},
		{
			...shared,
			displayName: 'browser',
			testMatch: ['<rootDir>/test/browser/**/*.test.js'],
			globalSetup: '<rootDir>/test/browser/installBrowser.js',
		},
	],
};
