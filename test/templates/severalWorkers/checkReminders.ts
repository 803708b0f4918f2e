import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { waitUntil } from '../../../tools/process/waitUntil';
import { errorOf } from '../../../tools/n8n/nodeOutput';
import { age, allOver } from './executions';
import { readTemplate, type Bench } from './startBench';
import { tallyLine, tallyOf } from './tally';

const START_LIMIT_MS = 180_000;
const REPORT_TO = 'you@example.com';
/** Three executions at the same moment, and the next three while these send. */
const OFTEN = { interval: Array(3).fill({ field: 'seconds', secondsInterval: 10 }) };
/** Emails that a kill may leave in doubt, by the Send Once Key. */
const MAX_IN_DOUBT = 20;

interface Appointment {
	id: string;
	email: string;
	name: string;
	time: string;
}

type Workflow = Awaited<ReturnType<Bench['create']>>;

function appointmentsOf(count: number): Appointment[] {
	const name = randomUUID().slice(0, 8);
	return Array.from({ length: count }, (_, index) => ({
		id: `${name}-${index + 1}`,
		email: `guest-${index + 1}@${name}.example`,
		...{ name: 'Ada Example', time: 'Friday, 10:30' },
	}));
}

const emailsOf = (appointments: Appointment[]) => appointments.map(({ email }) => email);

/** Creates the template with these rows. */
async function createWith({ create }: Bench, appointments: object[]): Promise<Workflow> {
	const template = await readTemplate('reminders-on-several-workers');
	const changes: Record<string, object> = {
		'Every hour': { rule: OFTEN },
		Appointments: { jsonOutput: JSON.stringify({ appointments }) },
	};
	const nodes = template.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...changes[String(node.name)] },
	}));
	return await create({ ...template, name: `${template.name} ${randomUUID()}`, nodes });
}

/** A row without an address or an id fails, and the others are sent. */
export async function checkRows(bench: Bench) {
	const { sandbox, cluster } = bench;
	const { mails } = sandbox.store;
	await bench.reset();
	const [one, other] = appointmentsOf(2);
	const rows = [
		one,
		{ ...one, email: ` ${one.email.toUpperCase()}` },
		{ ...one, email: other.email },
		other,
		{ ...other, email: 'ada@' },
		{ ...other, id: undefined },
		{ id: other.id },
	];
	const workflow = await createWith(bench, rows);
	for (const round of ['first', 'second']) {
		const execution = await cluster.client.run(workflow, 'Every hour');
		const error = errorOf(execution) ?? '';
		assert.match(error, /^3 failed:/, `${round}: ${error}`);
		for (const named of ['ada@: ', 'no address: ', `${other.email}: `]) {
			assert.ok(error.includes(named), `${round}: ${error}`);
		}
		assert.deepEqual(
			mails.map(({ to }) => to).sort(),
			[one.email, other.email, other.email].sort(),
		);
	}
	return 'repeated rows once; incomplete ones fail alone';
}

/** Schedules overlap: the same rows in many executions. */
export async function checkSchedules(bench: Bench, { recipients }: { recipients: number }) {
	const { sandbox, cluster } = bench;
	const { client } = cluster;
	const { mails } = sandbox.store;
	await bench.reset();
	const appointments = appointmentsOf(recipients);
	const workflow = await createWith(bench, appointments);
	await client.activate(workflow);
	const isAlmostOver = async () => mails.length > 0.9 * recipients;
	await waitUntil(isAlmostOver, { limitMs: START_LIMIT_MS, what: 'most emails are sent' });
	await client.deactivate(workflow);
	await allOver(bench, workflow);

	const executions = await client.executions(workflow.id, { count: 100 });
	const tally = tallyOf(mails, emailsOf(appointments));
	const line = `${executions.length} executions for ${recipients} recipients: ${tallyLine(tally)}`;
	const failed = executions
		.filter(({ status }) => status !== 'success')
		.map(({ status }) => status);
	const { duplicates, without } = tally;
	const open = await openEmails(bench, appointments);
	assert.deepEqual(
		{ duplicates, without, failed, open },
		{ duplicates: [], without: [], failed: [], open: [] },
		line,
	);
	assert.ok(executions.length > 3, line);
	return line;
}

async function openEmails({ select }: Bench, [{ id }]: Appointment[]) {
	const prefix = id.replace(/-\d+$/, '');
	return await select<{ email: string; execution: string }>(
		`SELECT email, execution FROM sent_emails WHERE sent_at IS NULL AND key LIKE 'reminder ${prefix}-%'`,
	);
}

/** Kills the worker that sends the list, and finishes the list as the email about it says. */
export async function checkListKill(bench: Bench, { recipients }: { recipients: number }) {
	const { sandbox, cluster, random } = bench;
	const { client } = cluster;
	const { mails } = sandbox.store;
	await bench.reset();
	const appointments = appointmentsOf(recipients);
	const workflow = await createWith(bench, appointments);
	const moment = (0.1 + 0.6 * random()) * recipients;
	await client.activate(workflow);
	const isThatFar = async () => mails.length > moment;
	await waitUntil(isThatFar, { limitMs: START_LIMIT_MS, what: 'the list is that far' });
	await client.deactivate(workflow);
	const [{ execution }] = await openEmails(bench, appointments);
	await crashWorkerOf(bench, execution);
	await allOver(bench, workflow);

	const claimed = await openEmails(bench, appointments);
	await readList(bench, { workflow, execution, count: claimed.length });
	await bench.change(
		`DELETE FROM sent_emails WHERE execution = '${execution}' AND sent_at IS NULL`,
	);
	await client.run(workflow, 'Every hour').catch(() => undefined);
	await allOver(bench, workflow);
	const tally = tallyOf(mails, emailsOf(appointments));
	const open = (await openEmails(bench, appointments)).map(({ email }) => email);
	const line = `killed after ${Math.floor(moment)} of ${recipients}, ${claimed.length} listed; run again: ${tallyLine(tally)}, ${open.length} in doubt`;
	assert.deepEqual(tally.duplicates, [], line);
	const untold = tally.without.filter((email) => !open.includes(email));
	assert.deepEqual(untold, [], line);
	assert.equal(claimed.length, recipients, line);
	assert.ok(open.length <= MAX_IN_DOUBT, line);
	return line;
}

async function crashWorkerOf({ cluster: { workers } }: Bench, execution: string) {
	for (const worker of workers) {
		if ((await worker.executions()).includes(execution)) return await worker.crash();
	}
	throw new Error(`No worker runs execution ${execution}`);
}

async function readList(
	bench: Bench,
	{ workflow, execution, count }: { workflow: Workflow; execution: string; count: number },
) {
	const { sandbox, cluster } = bench;
	await age(bench, '4 hours');
	await cluster.client.run(workflow, 'Every evening');
	const lists = sandbox.store.mails.filter(({ to }) => to === REPORT_TO);
	assert.equal(lists.length, 1);
	assert.match(lists[0].body, new RegExp(`- execution ${execution}, claimed .*: ${count}\\n`));
}
