import { dedupStore } from '../../../nodes/Mailroom/neverTwice/key/DedupStore';
import { KeyedRun } from '../../../nodes/Mailroom/neverTwice/key/Claim';
import { Ledger } from '../../../nodes/Mailroom/neverTwice/key/Ledger';
import { DeduplicationRow } from '../../support/DeduplicationRow';
import { randomFrom } from '../../support/randomFrom';
import { virtualClock } from '../../support/virtualClock';
import { stateOf } from '../stories/stateOf';

const MAX_VALUES = 100_000;
/** Between the emails that all workers are asked for. */
const INTERVAL_MS = 400;
const ANSWER_MS = 200;
const QUIET_MS = 10_000;

export interface Setting {
	workers: number;
	/** Median duration of a call of the store. */
	callMs: number;
	/** The second worker is asked this much later than the first, and so on. */
	apartMs: number;
	emails: number;
	seed: number;
}

/** Numbers of emails. */
export interface Measured {
	/** Sent more than once. */
	duplicates: number;
	/** Told as in doubt by a worker. */
	inDoubt: number;
	/** Still open when all has been quiet for ten seconds. */
	leftOpen: number;
	/** Sent, and not known then. */
	unknown: number;
}

/** Asks workers for the same emails, over a store that loses updates: each call reads the row, and writes it at its end. */
export async function measureWorkers(setting: Setting): Promise<Measured> {
	const { workers, callMs, apartMs, emails, seed } = setting;
	const clock = virtualClock({ seed });
	const random = randomFrom(seed);
	const row = new DeduplicationRow();
	const beforeWrite = async () => await clock.sleep(callMs * (0.5 + random()));
	const ledgers = Array.from({ length: workers }, () => {
		const store = dedupStore(row.helpers({ beforeWrite }));
		const ledger = new Ledger(clock, store);
		ledger.use(store, MAX_VALUES);
		return ledger;
	});
	const names = Array.from({ length: emails }, (_, index) => `${index}`);
	const sent = new Map<string, number>();
	const toldInDoubt = new Set<string>();

	const ask = async (name: string, ledger: Ledger) => {
		const batch = ledger.claim([{ name }], new KeyedRun());
		await batch.decided;
		if (batch.answers.get(name) === 'inDoubt') toldInDoubt.add(name);
		const claim = batch.claims.get(name);
		if (claim?.state !== 'granted') return;
		await clock.sleep(ANSWER_MS);
		sent.set(name, (sent.get(name) ?? 0) + 1);
		ledger.end(claim, 'sent');
	};
	const asked = names.flatMap((name, index) => {
		const atMs = INTERVAL_MS * (index + random());
		return ledgers.map(async (ledger, worker) => {
			await clock.sleep(atMs + worker * apartMs);
			await ask(name, ledger);
		});
	});
	await clock.until(Promise.all(asked));
	await clock.advance(QUIET_MS);

	const count = (is: (name: string) => boolean) => names.filter(is).length;
	return {
		duplicates: count((name) => (sent.get(name) ?? 0) > 1),
		inDoubt: toldInDoubt.size,
		leftOpen: count((name) => ['claimed', 'open alone'].includes(stateOf(row, name))),
		unknown: count((name) => sent.has(name) && stateOf(row, name) === 'free'),
	};
}
