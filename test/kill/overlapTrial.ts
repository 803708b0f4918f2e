import { randomUUID } from 'node:crypto';
import { publishInN8n } from '../../tools/runInN8n';
import { onceParameters } from '../support/once/onceParameters';
import { recipientsOf } from '../support/once/recipientsOf';
import { verdictOf, type Told } from './verdictOf';
import type { N8nUnderTest } from './N8nUnderTest';
import type { Sandbox } from '../../sandbox/startSandbox';

const RECIPIENT_COUNT = 40;

/** Two executions of one workflow that run at the same time. */
export const overlaps = {
	/** Both are to send to the same recipients. */
	same: [0, RECIPIENT_COUNT, 0, RECIPIENT_COUNT],
	/** Each has recipients of its own: what one writes, the other must not undo. */
	different: [0, RECIPIENT_COUNT / 2, RECIPIENT_COUNT / 2, RECIPIENT_COUNT],
} satisfies Record<string, [number, number, number, number]>;

export interface OverlapTrial {
	/** That were to be sent. */
	emails: number;
	/** Recipients that got it twice while both ran. */
	doubled: number;
	/** Recipients that a later run sent it to once more: nothing was left of their claim. */
	forgotten: number;
	/** Recipients that a later run names as in doubt: nothing was left of their confirmation. */
	leftInDoubt: number;
	/** Recipients that neither have it nor are named. */
	lost: number;
}

/** Calls a workflow twice at once, and again when both have ended, which tells what the history has kept. */
export async function overlapTrial({
	n8n,
	sandbox,
	overlap,
}: {
	n8n: N8nUnderTest;
	sandbox: Sandbox;
	overlap: keyof typeof overlaps;
}): Promise<OverlapTrial> {
	sandbox.reset();
	const { mails } = sandbox.store;
	const recipients = recipientsOf('overlap', RECIPIENT_COUNT);
	const { call } = await publishInN8n(n8n.access, {
		parameters: onceParameters('email sendTransactional', randomUUID()),
		onError: 'continueRegularOutput',
	});
	const [firstFrom, firstTo, secondFrom, secondTo] = overlaps[overlap];
	await Promise.all([
		call(recipients.slice(firstFrom, firstTo)),
		call(recipients.slice(secondFrom, secondTo)),
	]);
	const sentTogether = mails.length;
	const doubled = verdictOf(mails, []).doubled.length;

	const { items } = await call(recipients);
	const { inDoubt, lost } = verdictOf(mails, items as Told[]);
	return {
		emails: RECIPIENT_COUNT,
		doubled,
		forgotten: mails.length - sentTogether,
		leftInDoubt: inDoubt.length,
		lost: lost.length,
	};
}
