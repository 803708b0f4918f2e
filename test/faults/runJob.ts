import { startSandbox } from '../../sandbox';
import { waitUntil } from '../../tools/process/waitUntil';
import { runNode, type NodeRun } from '../support/engine/runNode';
import { ada, operationNamed, parametersOf } from '../support/operations';
import { TIMEOUT_MS, faultKinds, lasts } from './faultKinds';
import { HeardResponses } from './HeardResponses';
import type { Body, Job, Settings } from './drawJobs';
import type { Classes } from '../support/engine/underTest';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { JournalEntry } from '../../sandbox/traffic/createJournalEntry';

/** One execution. */
export interface JobRun {
	job: Job;
	settings: Settings;
	run: NodeRun;
	sandbox: Sandbox;
	requests: Request[];
}

export interface Request extends Pick<JournalEntry, 'status' | 'acted'> {
	/** The requested deeds, none for reads and probes. */
	deeds: string[];
	/** Fault of the request. */
	kind?: string;
	/** See HeardResponses. */
	arrivedAt: number;
	/** Undefined if no response reached the node. */
	heardAt: number | undefined;
}

export interface JobTask {
	job: Job;
	settings: Settings;
	/** Kinds of faults, undefined for requests without one. */
	script: Array<string | undefined>;
	/** ID of the node, for which n8n keeps a separate history. */
	nodeId: string;
	classes?: Classes;
}

/** Settings without retries, for the execution without faults. */
const CALM: Settings = { onError: 'continueRegularOutput', retryOnFail: false };

/**
 * Runs a job on n8n's engine against its own service. The n-th request meets the n-th fault of the script, not counting requests
 * during a lasting fault. With a Send Once Key, a second execution without faults follows.
 *
 * @returns the executions, each before the next one changes the service
 */
export async function* runJob({
	job,
	settings,
	script,
	nodeId,
	classes,
}: JobTask): AsyncGenerator<JobRun> {
	const sandbox = await startSandbox({ limit: 0 });
	const heard = new HeardResponses(sandbox.url);
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
		if (!job.isRejected) return;
		sandbox.faults.clear();
		await waitUntil(async () => await isListening(sandbox), {
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

/** Whether the service listens again after a restart. */
async function isListening({ origin }: Sandbox): Promise<boolean> {
	return await fetch(origin).then(
		({ ok }) => ok,
		() => false,
	);
}

/** All requests to the service so far. */
function requestsOf(job: Job, { journal }: Sandbox, heard: HeardResponses): Request[] {
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
		// Faults of one request don't affect probes, whose delay grows with each failure.
		const endpoint = lasts(fault) ? '*' : `${method} ${path}`;
		// A fault skips only requests that no earlier fault affects.
		faults.add({ endpoint, skip: sound, name: kind, ...fault });
	}
}
