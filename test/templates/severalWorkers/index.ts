/**
 * The templates for several workers, on n8n's queue mode with three workers and PostgreSQL: nobody gets an email twice, however often
 * and at whatever moments their workflows are called, and although workers are killed. `npx tsx test/templates/severalWorkers` takes
 * about ten minutes.
 */
import { randomFrom } from '../../support/randomFrom';
import { anySeed, readFlags } from '../../../tools/process/readFlags';
import { runProgram } from '../../../tools/process/runProgram';
import { ToolError } from '../../../tools/process/ToolError';
import { logTails } from '../../../tools/queue/logTails';
import { checkBurst, checkRepeatedCalls } from './checkCalls';
import { checkFailures } from './checkFailures';
import { checkKill } from './checkKills';
import { checkContinue, checkStop } from './checkOnError';
import { checkListKill, checkRows, checkSchedules } from './checkReminders';
import { readTemplate, startBench, type Bench } from './startBench';

const USAGE =
	'Usage: npx tsx test/templates/severalWorkers [--only receipts|reminders] [--orders <for each distance of calls, and in a burst>] [--apart <ms>,...] [--kills <of each template>] [--recipients <of the reminders>] [--seed <number>]';
const PRESETS = {
	...{ only: '', orders: '75', apart: '0,100,500,3000', kills: '2', recipients: '500' },
	seed: anySeed(),
};
const say = console.log;

type Options = ReturnType<typeof readFlags<keyof typeof PRESETS>>;
/** Returns its figures, and throws if its name is not so. */
type Check = [name: string, check: () => Promise<string>];

async function main({ isStopping }: { isStopping: () => boolean }) {
	const options = readFlags(process.argv.slice(2), { presets: PRESETS, usage: USAGE });
	const only = options.textOf('only');
	if (!['', 'receipts', 'reminders'].includes(only)) throw new ToolError(USAGE);
	const seed = options.countOf('seed');
	say(`Seed: ${seed}`);
	const bench = await startBench({ random: randomFrom(seed), say });
	try {
		const checks = [
			...(only === 'reminders' ? [] : await receiptChecks(bench, options)),
			...(only === 'receipts' ? [] : await reminderChecks(bench, options)),
		];
		for (const check of checks) if (!isStopping()) await tryOut(check);
		if (process.exitCode !== undefined) say(await logTails(bench.cluster.folder));
	} finally {
		await bench.stop();
	}
}

async function tryOut([name, check]: Check) {
	try {
		say(`  ok      ${name} (${await check()})`);
	} catch (error) {
		process.exitCode = 1;
		const reason = error instanceof Error ? error.message : String(error);
		say(`  FAILED  ${name}\n${reason.replace(/^/gm, '          ')}`);
	}
}

async function receiptChecks(bench: Bench, options: Options): Promise<Check[]> {
	const workflow = await bench.create(await readTemplate('receipts-on-several-workers'));
	await bench.cluster.client.activate(workflow);
	const orderCount = options.countOf('orders');
	return [
		['What was not sent can be sent', async () => await checkFailures(bench)],
		...options
			.countsOf('apart')
			.map((apartMs): Check => [
				`Calls ${apartMs} ms apart send each receipt once`,
				async () => await checkRepeatedCalls(bench, { orderCount, apartMs }),
			]),
		[
			'A burst sends each receipt once',
			async () => await checkBurst(bench, { orderCount: 2 * orderCount }),
		],
		['With "Stop", Retry sends each receipt once', async () => await checkStop(bench)],
		['With "Continue", no failed receipt is marked', async () => await checkContinue(bench)],
		...Array<Check>(options.countOf('kills')).fill([
			'After a kill, each receipt is sent once or listed',
			async () => await checkKill(bench, workflow),
		]),
	];
}

async function reminderChecks(bench: Bench, options: Options): Promise<Check[]> {
	// The table is there before the first check empties it.
	await bench.create(await readTemplate('reminders-on-several-workers'));
	const recipients = options.countOf('recipients');
	return [
		['Each row is sent once', async () => await checkRows(bench)],
		[
			'Overlapping executions send each reminder once',
			async () => await checkSchedules(bench, { recipients }),
		],
		...Array<Check>(options.countOf('kills')).fill([
			'After a kill, the list can be finished, and nobody gets a reminder twice',
			async () => await checkListKill(bench, { recipients }),
		]),
	];
}

runProgram(main);
