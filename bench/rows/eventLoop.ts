import { rowOf, type Row } from '../report/rowOf';
import { count } from '../report/numbers';
import { runAtOnce } from '../runAtOnce';
import type { Bench } from '../prepare';
import type { Goal } from '../report/goals';
import type { InstantOutcome } from '../engine/respondAtOnce';
import type { Blockage } from '../engine/holdWatch';
import type { WorkResult } from '../engine/runWork';
import type { WorkName } from '../engine/workloads';

interface Case {
	work: WorkName;
	title: string;
	itemCount: number;
	outcome?: InstantOutcome;
	/** Whether all items must fail. Otherwise, all must succeed. */
	fails?: true;
}

const MANY = 20_000;
/** For items with a request each. The work still takes seconds. */
const SOME = 4_000;
/** For items with a request each and expressions that n8n evaluates. */
const FEW = 1_000;
const MOST_MS = 250;

const CASES: Case[] = [
	{ work: 'upsert', title: 'create or update contacts', itemCount: 100_000 },
	{
		work: 'upsert',
		title: 'create or update contacts, all rejected',
		itemCount: SOME,
		outcome: 'rejected',
		fails: true,
	},
	{ work: 'update', title: 'update contacts', itemCount: SOME },
	{ work: 'readAll', title: 'get 20,000 contacts', itemCount: 1 },
	{ work: 'sendTransactional', title: 'send transactional emails', itemCount: FEW },
	{
		work: 'sendTransactionalInvalid',
		title: 'send transactional emails, all invalid',
		itemCount: MANY,
		fails: true,
	},
	{ work: 'sendToContacts', title: 'send to contacts, 1 recipient per item', itemCount: MANY },
	{ work: 'sendLongToContacts', title: 'send to contacts, 110 kB per email', itemCount: MANY },
	{
		work: 'sendToManyContacts',
		title: 'send to contacts, 100 recipients per item',
		itemCount: 200,
	},
	{ work: 'sendToList', title: 'send to a list, same email', itemCount: MANY },
	{ work: 'sendToListByDate', title: 'send to a list, different dates', itemCount: SOME },
];

/** Measures how long the node blocks n8n's process. */
export async function eventLoop(bench: Bench): Promise<Row> {
	const goals: Goal[] = [];
	const rows: string[][] = [];
	for (const one of CASES) {
		const result = await run(bench, one);
		const [hold] = result.holds;
		const [holdOfAll] = result.holdsOfAll;
		goals.push({
			work: title(one, bench),
			toReach: `blocked for at most ${MOST_MS} ms`,
			measured: `${Math.round(hold.ms)} ms`,
			isMet: hold.ms <= MOST_MS,
		});
		const seconds = `${result.tries[0].seconds.toFixed(1)} s`;
		rows.push([title(one, bench), described(hold), described(holdOfAll), seconds]);
		console.log(`  ${rows[rows.length - 1].join(', ')}`);
	}
	const head = ['work and items', 'blocked by the node (CPU)', 'blocked by the node and n8n (CPU)'];
	return rowOf(goals, { head: [...head, 'time'], rows });
}

const itemsOf = ({ itemCount }: Case, { scale }: Bench) => Math.ceil(itemCount * scale);

const title = (one: Case, bench: Bench) => `${one.title} (${count(itemsOf(one, bench))})`;

const described = ({ ms, cpuMs }: Blockage) => `${Math.round(ms)} (${Math.round(cpuMs)}) ms`;

async function run(bench: Bench, one: Case): Promise<WorkResult> {
	const result = await runAtOnce(bench, {
		work: one.work,
		itemCount: itemsOf(one, bench),
		respondAtOnce: one.outcome ?? 'accepted',
		watchesEventLoop: true,
		settings: { onError: 'continueRegularOutput' },
	});
	if (result.error) throw new Error(`${one.title}: ${result.error}`);
	const failed = result.failures.length;
	if (failed !== (one.fails ? result.itemCount : 0)) {
		const [first] = result.failures;
		throw new Error(`${one.title}: ${failed} of ${result.itemCount} failed. ${first?.message}`);
	}
	return result;
}
