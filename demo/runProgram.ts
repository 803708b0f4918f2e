const { stopAllChildren } = require('./childProcesses');
const { DemoError } = require('./DemoError');
const { whenAskedToStop } = require('./whenAskedToStop');

/**
 * Runs a program that starts other processes, until it ends or is asked to.
 *
 * @param {(program: { isStopping(): boolean }) => Promise<void>} main cleans up on its way out
 * @param {() => void} [onFailure] has the last word when it fails
 */
function runProgram(main, onFailure) {
	let isStopping = false;

	/** Ends the children; whatever waits for one of them then fails. */
	function stop() {
		// Whoever asks twice does not want to wait.
		if (isStopping) process.exit(130);
		isStopping = true;
		console.log('\nStopping ...');
		void stopAllChildren();
	}

	/** @param {unknown} error */
	function report(error) {
		process.exitCode = isStopping ? 130 : 1;
		if (isStopping) return;
		console.error(error instanceof DemoError ? error.message : error);
		onFailure?.();
	}

	whenAskedToStop(stop);
	main({ isStopping: () => isStopping }).catch(report);
}

module.exports = { runProgram };
