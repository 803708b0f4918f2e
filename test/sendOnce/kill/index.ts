/**
 * The promises of "Send Once Key" on a real n8n: one process that is killed in the middle of a run or a burst, and queue mode with two
 * and three workers on one key, with Redis and PostgreSQL. `npx tsx test/sendOnce/kill` takes about 25 minutes.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { startSandbox } from '../../../sandbox';
import { randomFrom } from '../../support/randomFrom';
import { anySeed, readFlags } from '../../../tools/process/readFlags';
import { runProgram } from '../../../tools/process/runProgram';
import { saveSandboxCredential } from '../../../tools/n8n/saveSandboxCredential';
import { ToolError } from '../../../tools/process/ToolError';
import { logTails } from '../../../tools/queue/logTails';
import { startCluster } from '../../../tools/queue/startCluster';
import { Checks } from './Checks';
import { checkBurst } from './checkBurst';
import { checkKill, checkKillWithoutKey } from './checkKill';
import { checkPair } from './checkPair';
import { checkWorkerBurst } from './checkWorkerBurst';
import { startOneProcess } from './startOneProcess';
import { startWorkers } from './startWorkers';
import type { Bench } from './Bench';

const USAGE =
	'Usage: npx tsx test/sendOnce/kill [--only process|queue] [--kills <of each n8n>] [--bursts <of each n8n>] [--pairs <of calls>] [--calls <of a burst on workers>] [--workers <of a burst>] [--concurrency <of a worker>,...] [--emails <of a run or a burst, at the most>] [--from <number of the first round>] [--seed <number>]';
const PRESETS = {
	...{ only: '', kills: '6', bursts: '6', pairs: '4', emails: '120' },
	...{ calls: '100', workers: '2', concurrency: '10,50' },
	...{ from: '0', seed: anySeed() },
};
const say = console.log;

/** Runs a check for each round, which decides what is tried, until the program is to end. */
type Rounds = (count: number, check: (number: number) => Promise<void>) => Promise<void>;
type Options = ReturnType<typeof readFlags<keyof typeof PRESETS>>;
type Shared = Omit<Bench, 'n8n'> & { options: Options; rounds: Rounds };

async function main({ isStopping }: { isStopping: () => boolean }) {
	const options = readFlags(process.argv.slice(2), { presets: PRESETS, usage: USAGE });
	const only = options.textOf('only');
	if (!['', 'process', 'queue'].includes(only)) throw new ToolError(USAGE);
	const counts = ['from', 'emails', 'calls', 'seed'] as const;
	const [from, emails, calls, seed] = counts.map(options.countOf);
	const checks = new Checks(say);
	const rounds: Rounds = async (count, check) => {
		for (let number = from; number < from + count && !isStopping(); number++) await check(number);
	};
	const sandbox = await startSandbox();
	say(`Seed: ${seed}`);
	const shared = { sandbox, checks, emails, calls, say, random: randomFrom(seed), options, rounds };
	try {
		if (only !== 'queue') await checkOneProcess(shared);
		if (only !== 'process') {
			for (const concurrency of options.countsOf('concurrency')) {
				if (!isStopping()) await checkQueue(shared, concurrency);
			}
			if (!isStopping()) await checkWorkers(shared);
		}
	} finally {
		await sandbox.close();
	}
	say(checks.summary);
	if (checks.failed > 0) process.exitCode = 1;
}

async function checkOneProcess({ options, rounds, ...shared }: Shared) {
	const n8n = await startOneProcess(shared);
	const bench = { ...shared, n8n };
	const kills = options.countOf('kills');
	try {
		await rounds(options.countOf('bursts'), async (number) => await checkBurst(bench, number));
		await rounds(kills, async (number) => await checkKill(bench, number, momentOf(shared, kills)));
		await rounds(kills > 1 ? 1 : 0, async () => await checkKillWithoutKey(bench));
	} finally {
		await n8n.stop();
	}
}

/** Bursts on workers of a concurrency. */
async function checkQueue({ options, rounds, ...shared }: Shared, concurrency: number) {
	const workerCount = options.countOf('workers');
	const cluster = await startCluster({ workerCount, concurrency });
	try {
		const { client, url } = cluster;
		const credential = await saveSandboxCredential(client, shared.sandbox);
		const access = { n8n: { url }, client, credential };
		const name = `${workerCount} workers, concurrency ${concurrency}`;
		const bench = { ...shared, n8n: { access, name } };
		await rounds(
			options.countOf('bursts'),
			async (number) => await checkWorkerBurst(bench, number),
		);
		await shared.checks.check("the API key is in none of n8n's logs", async () => {
			for (const file of cluster.logFiles) {
				assert.ok(!(await readFile(file, 'utf8')).includes(shared.sandbox.apiKey), file);
			}
		});
		if (shared.checks.failed > 0) say(await logTails(cluster.folder));
	} finally {
		await cluster.stop();
	}
}

/** Workers that run one execution each: one of them is killed, and calls a moment apart are on different ones. */
async function checkWorkers({ options, rounds, ...shared }: Shared) {
	const n8n = await startWorkers(shared);
	const bench = { ...shared, n8n };
	const kills = options.countOf('kills');
	try {
		await rounds(kills, async (number) => await checkKill(bench, number, momentOf(shared, kills)));
		await rounds(options.countOf('pairs'), async (number) => await checkPair(bench, number));
	} finally {
		await n8n.stop();
	}
}

/** @returns the middle of the run when there is only one kill */
function momentOf({ random }: Pick<Shared, 'random'>, kills: number) {
	return kills === 1 ? 0.5 : random();
}

runProgram(main, () => say('0 passed, 1 failed'));
