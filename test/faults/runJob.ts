import { startSandbox } from '../../sandbox';
import { runNode } from '../support/engine/runNode';
import { TIMEOUT_MS, faultKinds } from './faultKinds';
import { HeardAnswers } from './HeardAnswers';
import type { Body, Job, Settings } from './drawJobs';
import type { Classes } from '../support/engine/underTest';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { JournalEntry } from '../../sandbox/traffic/createJournalEntry';

export type JobRun = Awaited<ReturnType<typeof runJob>>;

interface RequestFate {
	body: Body;
	/** What was made to go wrong with it. */
	kind?: string;
	/** Whether the node heard an answer. */
	isHeard: boolean;
}

export type Request = Omit<JournalEntry, 'body'> & RequestFate;

/**
 * Runs a job on n8n's engine against a service of its own, whose n-th request meets the n-th fault of the script.
 *
 * @param drawn.script kinds of faults, undefined where nothing goes wrong
 */
export async function runJob({
	job,
	settings,
	script,
	classes,
}: {
	job: Job;
	settings: Settings;
	script: Array<string | undefined>;
	classes?: Classes;
}) {
	const sandbox = await startSandbox({ limit: 0 });
	job.prepare(sandbox);
	addFaults(sandbox, script);
	const heard = new HeardAnswers(sandbox.url);
	const [resource, operation] = job.name.split(' ');
	const run = await runNode({
		classes,
		credential: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
		parameters: {
			resource,
			operation,
			...job.parameters,
			requestOptions: { timeout: TIMEOUT_MS },
		},
		items: job.items,
		node: { ...settings, maxTries: 3, waitBetweenTries: 1 },
	});
	heard.stop();
	await sandbox.close();
	const requests: Request[] = sandbox.journal.map((entry, index) => {
		const kind = script[index];
		if (Boolean(kind) !== Boolean(entry.fault))
			throw new Error('This is not the fault of the script');
		return { ...entry, body: entry.body as Body, kind, isHeard: heard.has(index) };
	});
	return { job, settings, run, sandbox, requests };
}

function addFaults({ faults }: Sandbox, script: Array<string | undefined>) {
	let sound = 0;
	for (const kind of script) {
		// A fault counts as skipped only the requests that no fault before it took.
		if (kind) faults.add({ endpoint: '*', skip: sound, ...faultKinds[kind] });
		else sound++;
	}
}
