const { DemoError } = require('./DemoError');

const NO_NETWORK =
	/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ECONNRESET)\b/;
const BROKEN_DOWNLOAD = /\b(EINTEGRITY|Z_DATA_ERROR|Z_BUF_ERROR|TAR_BAD_ARCHIVE)\b/;

/**
 * What to tell the user when npm could not install something, in one line.
 *
 * @param {{ what: string, output: string, logFile: string }} failure
 */
function npmFailure({ what, output, logFile }) {
	const code = /npm error code (\S+)/.exec(output)?.[1];
	return new DemoError(
		`${what} could not be installed: ${reason(code, output)} (details: ${logFile})`,
	);
}

/**
 * @param {string | undefined} code
 * @param {string} output
 */
function reason(code, output) {
	if (code === 'ENOSPC') return 'the disk is full';
	const broken = BROKEN_DOWNLOAD.exec(code ?? output);
	if (broken) return `a download arrived broken, ${broken[1]}; run this again`;
	const offline = NO_NETWORK.exec(code ?? output);
	if (offline) return `npm's registry cannot be reached, ${offline[1]}`;
	return code ? `npm failed with ${code}` : 'npm failed';
}

module.exports = { npmFailure };
