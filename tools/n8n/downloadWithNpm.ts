import { ToolError } from '../process/ToolError';
import { runCommand, type Run } from '../process/runCommand';

/** A registry that cannot be reached is reported after seconds; npm's own settings make that more than a minute. */
const RETRY_ARGS = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

const NO_NETWORK =
	/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ECONNRESET)\b/;
const BROKEN_DOWNLOAD = /\b(EINTEGRITY|Z_DATA_ERROR|Z_BUF_ERROR|TAR_BAD_ARCHIVE)\b/;

/**
 * Downloads with npm, without running install scripts.
 *
 * @param what the program, for the error
 * @throws ToolError that says in one line what went wrong
 */
export async function downloadWithNpm(what: string, args: string[], run: Run) {
	// Without a network, npm would try one package after the other.
	const ping = await runCommand('npm', ['ping', ...RETRY_ARGS], run);
	const canDownload = ping.ok || !NO_NETWORK.test(errorCode(ping.output));
	const { ok, output } = canDownload
		? await runCommand('npm', [...args, '--ignore-scripts', '--no-audit', ...RETRY_ARGS], run)
		: ping;
	if (ok) return;
	throw new ToolError(
		`${what} could not be installed: ${reason(output)} (details: ${run.logFile})`,
	);
}

function errorCode(output: string) {
	return /npm error code (\S+)/.exec(output)?.[1] ?? '';
}

function reason(output: string) {
	const code = errorCode(output);
	if (code === 'ENOSPC') return 'the disk is full';
	if (BROKEN_DOWNLOAD.test(code)) return `a download arrived broken, ${code}; run this again`;
	if (NO_NETWORK.test(code)) return `npm's registry cannot be reached, ${code}`;
	return `npm failed ${code}`.trim();
}
