import { startSandbox } from '../../sandbox';
import { waitUntil } from '../../tools/waitUntil';
import { runNode } from '../support/engine/runNode';
import { ada, operationNamed, parametersOf } from '../support/operations';
import { TIMEOUT_MS, faultKinds, lasts } from './faultKinds';
import { HeardAnswers } from './HeardAnswers';
import type { Body, Job, Settings } from './drawJobs';
import type { Classes } from '../support/engine/underTest';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { JournalEntry } from '../../sandbox/traffic/createJournalEntry';

/** One execution. */
export interface JobRun {
	job: Job;
	settings: Settings;
	run: Awaited<ReturnType<typeof runNode>>;
	sandbox: Sandbox;
	requests: Request[];
}

export interface Request extends Pick<JournalEntry, 'status' | 'acted'> {
	/** The deeds that it asks for: none when it only reads, or asks whether the service is well. */
	deeds: string[];
	/** What was made to go wrong with it. */
	kind?: string;
	/** See HeardAnswers. */
	arrivedAt: number;
	/** Undefined where the node heard no answer. */
	heardAt: number | undefined;
}

export interface JobTask {
	job: Job;
	settings: Settings;
	/** Kinds of faults, undefined where nothing goes wrong. */
	script: Array<string | undefined>;
	/** Of the node: what it remembers is its own. */
	nodeId: string;
	classes?: Classes;
}

/** Nothing goes wrong, and nothing is tried twice. */
const CALM: Settings = { onError: 'continueRegularOutput', retryOnFail: false };

/**
 * Runs a job on n8n's engine against a service of its own, whose n-th request meets the n-th fault of the script: counted without
 * those that fall into a fault that lasts. With a Send Once Key, a second execution without faults follows.
 *
 * @returns the executions, each while the service is as it was right after it
 */
export async function* runJob({
	job,
	settings,
	script,
	nodeId,
	classes,
}: JobTask): AsyncGenerator<JobRun> {
	const sandbox = await startSandbox({ limit: 0 });
	const heard = new HeardAnswers(sandbox.url);
	job.prepare(sandbox);
	addFaults(sandbox, job, script);
	const execute = async (settings: Settings) => ({
		job,
		settings,
		run: await runOnce({ job, settings, nodeId, classes, sandbox }),
		sandbox,
		requests: requestsOf(job, sandbox, heard),
	});
	try {
		yield await execute(settings);
		if (!job.isRefused) return;
		sandbox.faults.clear();
		await waitUntil(async () => await answers(sandbox), {
			limitMs: 10_000,
			what: 'the service is back',
		});
		yield await execute(CALM);
	} finally {
		heard.stop();
		await sandbox.close();
	}
}

async function runOnce({
	job,
	settings,
	nodeId,
	classes,
	sandbox,
}: Omit<JobTask, 'script'> & { sandbox: Sandbox }) {
	return await runNode({
		classes,
		credential: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
		parameters: {
			...parametersOf(job.name),
			...job.parameters,
			requestOptions: { timeout: TIMEOUT_MS },
		},
		items: job.items,
		node: { id: nodeId, ...settings, maxTries: 3, waitBetweenTries: 1 },
	});
}

/** Whether it listens again after a restart. */
async function answers({ origin }: Sandbox): Promise<boolean> {
	return await fetch(origin).then(
		({ ok }) => ok,
		() => false,
	);
}

/** All that the service was asked until now. */
function requestsOf(job: Job, { journal }: Sandbox, heard: HeardAnswers): Request[] {
	return journal.map(({ status, acted, fault, method, body }, index) => ({
		deeds: method === 'GET' ? [] : job.deeds(body as Body),
		kind: fault,
		...heard.momentsOf(index),
		status,
		acted,
	}));
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
