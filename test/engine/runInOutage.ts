import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import { ada, parametersOf } from '../support/operations';
import type { OwnSandbox } from './useSandboxes';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { Fault } from '../../sandbox/traffic/Faults';

type Run = Awaited<ReturnType<typeof runNode>>;

/** What came of a run, in the service's words and in the node's. */
export interface Outcome {
	run: Run;
	journal: Sandbox['journal'];
	/** How often each address got the email. */
	mailsTo: Map<string, number>;
	contactCount: number;
}

/** Lasts longer than a run waits. */
export const FOR_EVER_MS = 600_000;

export const goOn: OnError = 'continueRegularOutput';
export const stop: OnError = 'stopWorkflow';

export const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		...ada,
		email: `person${index + 1}@example.com`,
		text: `text ${index + 1}`,
	}));

export const sends = parametersOf('email sendTransactional');
export const upserts = parametersOf('contact upsert');

export interface Scenario {
	fault: Omit<Fault, 'endpoint'> & { endpoint?: string };
	parameters: INodeParameters;
	count: number;
	onError: OnError;
	answerDelayMs?: number;
	retryOnFail?: boolean;
}

/** Runs the node on a service that goes wrong. */
export const startIn = async (
	{ sandbox, credential }: OwnSandbox,
	scenario: Scenario,
): Promise<Run> => {
	const { fault, parameters, count, onError, answerDelayMs = 0, retryOnFail } = scenario;
	sandbox.settings.answerDelayMs = answerDelayMs;
	sandbox.faults.add({ endpoint: '*', ...fault });
	return await runNode({
		credential,
		parameters,
		items: people(count),
		node: { onError, ...(retryOnFail && { retryOnFail, maxTries: 2, waitBetweenTries: 1 }) },
	});
};

const outcomeOf = ({ store, journal }: Sandbox, run: Run): Outcome => {
	const mailsTo = new Map<string, number>();
	for (const { to } of store.mails) mailsTo.set(to, (mailsTo.get(to) ?? 0) + 1);
	return { run, journal: [...journal], mailsTo, contactCount: store.contacts.size };
};

/** Runs the node on a service of its own that goes wrong, and asks both what came of it. */
export const runIn = async (own: OwnSandbox, scenario: Scenario): Promise<Outcome> =>
	outcomeOf(own.sandbox, await startIn(own, scenario));

export const isInDoubt = ({ error }: IDataObject) => /may or may not/.test(String(error));
export const isSent = ({ success }: IDataObject) => success === true;

/** What the service holds against what the node says of each email. */
export const expectTold = ({ run: { items }, mailsTo }: Outcome, count: number) => {
	expect(items).toHaveLength(count);
	for (const [index, { json }] of items.entries()) {
		const times = mailsTo.get(`person${index + 1}@example.com`) ?? 0;
		if (isSent(json)) expect(times).toBe(1);
		else if (isInDoubt(json)) expect(times).toBeLessThanOrEqual(1);
		else expect(times).toBe(0);
	}
};
