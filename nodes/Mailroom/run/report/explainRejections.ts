import { joinSentences } from '../../wording';
import { RequestGroup } from '../../transport/gate/RequestGroup';
import { isFailed } from '../../transport/Outcome';
import type { Unit } from '../Item';
import type { Run } from '../Operation';
import { logThrown } from './thrown';

/** Advice is not worth a longer wait. */
const MAX_WAIT_MS = 5_000;

/** Lets the operation add to the advice on what was rejected alone. If it can't, the advice stays as it is. */
export async function explainRejections(run: Run): Promise<void> {
	const explain = run.operation.features?.explainRejections;
	if (!explain || run.n8n.isCanceled || run.endedBy) return;
	const rejected = run.items.flatMap(({ units }) => units).filter(isRejectedAlone);
	if (rejected.length === 0) return;
	try {
		const signal = AbortSignal.any([run.n8n.cancelSignal, AbortSignal.timeout(MAX_WAIT_MS)]);
		const client = await run.n8n.connect(new RequestGroup(signal));
		if (isFailed(client)) return;
		const values = rejected.map((unit) => unit.values);
		const advice = await explain(values, client, run);
		for (const unit of rejected) {
			const { outcome, batch } = unit;
			const added = advice.get(unit.values);
			if (added === undefined || !isFailed(outcome) || !batch) continue;
			run.note(batch, { ...outcome, advice: joinSentences(outcome.advice, added) });
		}
	} catch (error) {
		logThrown(run, error);
	}
}

function isRejectedAlone({ outcome, batch }: Unit): boolean {
	return isFailed(outcome) && outcome.kind === 'rejected' && batch?.units.length === 1;
}
