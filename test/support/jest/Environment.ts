import { TestEnvironment } from 'jest-environment-node';
import { letTimeLeap } from './leapingTime';

/**
 * A realm for each test file, as jest's own, with access to what all files of a worker share: the modules that Node has loaded
 * (nativeModule.js), and the environment variables, which those modules read.
 *
 * With `timeLeaps` in `testEnvironmentOptions`, see leapingTime.ts.
 */
export default class Environment extends TestEnvironment {
	private readonly timeLeaps: boolean;
	private letTimeBe?: () => void;

	constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
		super(config, context);
		this.timeLeaps = config.projectConfig.testEnvironmentOptions.timeLeaps === true;
		this.global.nativeRequire = require;
		this.global.nativeGlobal = globalThis;
		this.global.process.env = process.env;
	}

	/** Once jest has taken its own timers, and until it looks how long the file took. */
	handleTestEvent({ name }: { name: string }): void {
		if (name === 'run_start' && this.timeLeaps) {
			const realm = this.global as unknown as typeof globalThis;
			this.letTimeBe = letTimeLeap([globalThis, realm]);
		}
		if (name === 'run_finish') this.letTimeBe?.();
	}
}
