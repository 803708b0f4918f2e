/**
 * Runs the tests of what the node takes from n8n beside its documented types, on the newest n8n that can be installed: such parts may
 * change in any release. Does nothing while that is the demo's own n8n, which has its own section.
 */
import { once } from 'node:events';
import { repositoryFolder } from '../tools/folders';
import { lockNewestN8n } from '../tools/n8n/lockNewestN8n';
import { startChild } from '../tools/process/childProcesses';
import { runProgram } from '../tools/process/runProgram';
import { say } from '../tools/process/say';
import { ToolError } from '../tools/process/ToolError';

const TESTS = [
	...['package/package.n8n', 'credential/redirect.n8n'],
	...['run/manualExecutions.n8n', 'run/retry.n8n', 'newsletter/subWorkflows.n8n'],
	...['sendAndWait/sendAndWait.n8n', 'sendAndWait/timeLimit.n8n', 'trigger/trigger.n8n'],
];

runProgram(async () => {
	const newest = await lockNewestN8n();
	if (!newest) {
		say("No n8n is newer than the demo's own.");
		return;
	}
	say(`Testing on n8n ${newest.version} ...`);
	const jest = ['jest', '--testPathPatterns', ...TESTS, '--selectProjects', 'smoke', 'nightly'];
	const child = startChild(['npx', ...jest], {
		cwd: repositoryFolder,
		env: { ...process.env, MAILROOM_TEST_N8N: newest.folder },
		output: 'inherit',
	});
	const [exitCode] = await once(child, 'exit');
	if (exitCode !== 0) throw new ToolError(`Tests failed on n8n ${newest.version}`);
});
