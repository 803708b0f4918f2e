import { stopAllChildren } from './childProcesses';
import { ToolError } from './ToolError';
import { whenAskedToStop } from './whenAskedToStop';

/**
 * Runs a program that starts other processes, until it ends or is asked to. Its children end with it, even if the program
 * fails.
 *
 * @param main the program, which cleans up before it ends
 * @param onFailure called if it fails
 */
export function runProgram(
	main: (program: { isStopping(): boolean }) => Promise<void>,
	onFailure?: () => void,
) {
	let isStopping = false;

	/** Ends the children. Code that waits for one of them then fails. */
	function stop() {
		// A second request ends the program without waiting.
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
