import { stopAllChildren } from './childProcesses';
import { ToolError } from './ToolError';
import { whenAskedToStop } from './whenAskedToStop';

/**
 * Runs a program that starts other processes, until it ends or is asked to. What it has left behind ends with it: a program that
 * fails in the middle does not go on for ever.
 *
 * @param main cleans up on its way out
 * @param onFailure has the last word when it fails
 */
export function runProgram(
	main: (program: { isStopping(): boolean }) => Promise<void>,
	onFailure?: () => void,
) {
	let isStopping = false;

	/** Ends the children; whatever waits for one of them then fails. */
	function stop() {
		// Whoever asks twice does not want to wait.
		if (isStopping) process.exit(130);
		isStopping = true;
		console.log('\nStopping ...');
		void stopAllChildren();
	}

	function report(error: unknown) {
		process.exitCode = isStopping ? 130 : 1;
		if (isStopping) return;
		console.error(error instanceof ToolError ? error.message : error);
		onFailure?.();
	}

	whenAskedToStop(stop);
	void main({ isStopping: () => isStopping })
		.catch(report)
		.then(stopAllChildren)
		.then(() => process.exit());
}
