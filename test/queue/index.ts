/**
 * Two workers of n8n's queue mode send through one key at once: `npm run test:queue`. Neither knows of the other; only the
 * service's 429 tells them that they are not alone. Then bursts of a hundred executions with a Send Once Key, which both share. A
 * question by email is asked by one process and answered through another.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { runProgram } from '../../tools/runProgram';
import { startSandbox } from '../../sandbox';
import { checkQuestion } from './checkQuestion';
import { checkRun, workerParts } from './checkRun';
import { checkTrigger } from './checkTrigger';
import { checkWorkerBurst } from './checkWorkerBurst';
import { Checks } from '../support/Checks';
import { logTails } from '../../tools/queue/logTails';
import { randomFrom } from '../../tools/randomFrom';
import { readOptions, type Options } from './readOptions';
import { saveSandboxCredential } from '../../tools/saveSandboxCredential';
import { sendTogether } from './sendTogether';
import { startCluster, type Cluster } from '../../tools/queue/startCluster';
import { paceOf } from '../../tools/paceOf';
import type { JournalEntry } from '../../sandbox/traffic/createJournalEntry';
import type { Sandbox } from '../../sandbox/startSandbox';

const say = console.log;

async function main({ isStopping }: { isStopping: () => boolean }) {
	const options = readOptions(process.argv.slice(2));
	const checks = new Checks(say);
	const sandbox = await startSandbox();
	const shared = { checks, sandbox, options, isStopping, random: randomFrom(options.seed) };
	say(`Seed: ${options.seed}`);
	try {
		for (const [index, concurrency] of options.concurrencies.entries()) {
			if (!isStopping()) await checkCluster({ ...shared, concurrency, isFirst: index === 0 });
		}
	} finally {
		await sandbox.close();
	}
	say(checks.summary);
	if (checks.failed > 0) process.exitCode = 1;
}

interface Bench {
	checks: Checks;
	sandbox: Sandbox;
	options: Options;
	random: () => number;
	/** Whether somebody wants it to end. */
	isStopping: () => boolean;
}

async function checkCluster({
	concurrency,
	isFirst,
	...bench
}: Bench & { concurrency: number; isFirst: boolean }) {
	const { checks, sandbox } = bench;
	const cluster = await startCluster({ concurrency, say });
	try {
		if (isFirst) {
			await runAndCheck({ checks, cluster, sandbox });
			const { client, url } = cluster;
			const credential = await saveSandboxCredential(client, sandbox);
			await checkQuestion({ checks, sandbox, access: { n8n: { url }, client, credential } });
		}
		await checkBursts(bench, { cluster, name: `Concurrency ${concurrency}` });
		if (checks.failed > 0) say(await logTails(cluster.folder));
	} finally {
		await cluster.stop();
	}
	await checks.check('nothing is left of it', () => assert.ok(!existsSync(cluster.folder)));
}

async function checkBursts(
	{ options: { bursts, from }, isStopping, ...bench }: Bench,
	{ cluster: { client, url }, name }: { cluster: Cluster; name: string },
) {
	const credential = await saveSandboxCredential(client, bench.sandbox);
	const access = { n8n: { url }, client, credential };
	let emails = 0;
	for (let number = from; number < from + bursts; number++) {
		if (isStopping()) return;
		emails += await checkWorkerBurst({ ...bench, name, number, access, say });
	}
	say(`${name}: ${emails} emails in ${bursts} bursts`);
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
	await checkTrigger({ checks, cluster, sandbox, credential });
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
