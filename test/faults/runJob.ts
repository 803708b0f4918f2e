import { startSandbox } from '../../sandbox';
import { runNode } from '../support/engine/runNode';
import { ada, operationNamed } from '../support/operations';
import { TIMEOUT_MS, faultKinds, lasts } from './faultKinds';
import { HeardAnswers } from './HeardAnswers';
import type { Body, Job, Settings } from './drawJobs';
import type { Classes } from '../support/engine/underTest';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { JournalEntry } from '../../sandbox/traffic/createJournalEntry';

export type JobRun = Awaited<ReturnType<typeof runJob>>;

export interface Request extends Pick<JournalEntry, 'status' | 'acted'> {
	/** The deeds that it asks for: none when it only reads, or asks whether the service is well. */
	deeds: string[];
	/** What was made to go wrong with it. */
	kind?: string;
	/** Whether the node heard an answer. */
	isHeard: boolean;
}

/**
 * Runs a job on n8n's engine against a service of its own, whose n-th request meets the n-th fault of the script: counted without
 * those that fall into a fault that lasts.
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
	addFaults(sandbox, job, script);
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
	const requests = sandbox.journal.map(
		({ status, acted, fault, method, body }, index): Request => ({
			deeds: method === 'GET' ? [] : job.deeds(body as Body),
			kind: fault,
			isHeard: heard.has(index),
			status,
			acted,
		}),
	);
	return { job, settings, run, sandbox, requests };
}

function addFaults({ faults }: Sandbox, { name }: Job, script: Array<string | undefined>) {
	const { method, path } = operationNamed(name).request(ada);
	let sound = 0;
	for (const kind of script) {
		if (!kind) {
			sound++;
			continue;
		}
		const fault = faultKinds[kind];
		// What happens once does not meet the question whether the service is well, which comes ever later after each failure.
		const endpoint = lasts(fault) ? '*' : `${method} ${path}`;
		// A fault counts as skipped only the requests that no fault before it took.
		faults.add({ endpoint, skip: sound, name: kind, ...fault });
	}
}
