/**
 * Two workers of n8n's queue mode send through one key at once: `npm run test:queue`. Neither knows of the other; only the
 * service's 429 tells them that they are not alone.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { runProgram } from '../../tools/runProgram';
import { startSandbox } from '../../sandbox';
import { checkRun, workerParts } from './checkRun';
import { Checks } from '../support/Checks';
import { logTails } from '../../tools/queue/logTails';
import { saveSandboxCredential } from '../../tools/saveSandboxCredential';
import { sendTogether } from './sendTogether';
import { startCluster, type Cluster } from '../../tools/queue/startCluster';
import { paceOf } from '../../tools/paceOf';
import type { JournalEntry } from '../../sandbox/traffic/createJournalEntry';
import type { Sandbox } from '../../sandbox/startSandbox';

const say = console.log;

async function main() {
	const checks = new Checks(say);
	const sandbox = await startSandbox();
	try {
		const cluster = await startCluster({ say });
		try {
			await runAndCheck({ checks, cluster, sandbox });
			if (checks.failed > 0) say(await logTails(cluster.folder));
		} finally {
			await cluster.stop();
		}
		await checks.check('nothing is left of it', () => assert.ok(!existsSync(cluster.folder)));
	} finally {
		await sandbox.close();
	}
	say(checks.summary);
	if (checks.failed > 0) process.exitCode = 1;
}

async function runAndCheck({
	checks,
	cluster,
	sandbox,
}: {
	checks: Checks;
	cluster: Cluster;
	sandbox: Sandbox;
}) {
	const credential = await saveSandboxCredential(cluster.client, sandbox);
	say('Sending ...');
	const together = await sendTogether({ cluster, credential });
	const parts = await workerParts({ cluster, sandbox, together });
	for (const { name, executions, emails } of parts) {
		say(`${name}: ${emails} emails, of ${executions.join(', ') || 'nobody'}`);
	}
	say(paceLine(sandbox.journal));
	await checkRun({ checks, cluster, sandbox, together, parts });
}

function paceLine(journal: JournalEntry[]) {
	const { requests, throttled, accepted, seconds, perSecond, mostInASecond } = paceOf(journal);
	const share = (100 * throttled) / requests;
	return (
		`${accepted} requests accepted in ${seconds.toFixed(1)} s: ${perSecond.toFixed(1)} per second, ` +
		`${mostInASecond} in the busiest; ${throttled} of ${requests} answered 429 (${share.toFixed(0)} %)`
	);
}

runProgram(main, () => say('0 passed, 1 failed'));
