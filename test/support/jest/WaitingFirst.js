const { default: Sequencer } = require('@jest/test-sequencer');

/** They compute for many runs of a service, or wait for an n8n of their own. */
const WAITING = [
	...[
		'transport/burst.n8n',
		'run/restart.n8n',
		'sendAndWait/timeLimit.n8n',
		'sendAndWait/sendAndWait.n8n',
	],
	'faults/faults.proof',
].map((name) => `/${name}.test.ts`);

/**
 * Begins with what takes longest, also on a new machine, where jest knows no times and goes by the size of the files: the last of
 * them would leave all cores but one idle.
 */
module.exports = class WaitingFirst extends Sequencer {
	/**
	 * @param {import('@jest/test-result').Test[]} tests
	 */
	sort(tests) {
		const rank = ({ path }) => {
			const index = WAITING.findIndex((name) => path.endsWith(name));
			return index < 0 ? WAITING.length : index;
		};
		return super.sort(tests).sort((one, other) => rank(one) - rank(other));
	}
};
