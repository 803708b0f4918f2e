import type { Run } from '../Operation';
import type { Hold } from '../../transport/gate/Hold';
import { isFailed, type Failed, type Outcome } from '../../transport/Outcome';
import type { ServiceClient } from '../../transport/ServiceClient';
import { joinSentences } from '../../wording';
import { isPending, type Batch, type Unit } from '../Item';
import { RejectionSearch } from './RejectionSearch';
import { RejectionGuard, type LastRejection } from './RejectionGuard';
import { withoutAddresses } from './rejectionReason';
import { sendRequest, thrownAfterRequest } from './sendRequest';
import { SplitHold } from './SplitHold';
import type { StartHold } from './StartOrder';

/** Units that were rejected together, and may be accepted alone. */
interface Rejection {
	units: Unit[];
	failed: Failed;
}

/** Sends batches and notes the outcome of each unit. */
export class BatchSender {
	private readonly splitHold = new SplitHold();
	private readonly guard = new RejectionGuard();

	constructor(
		private readonly run: Run,
		private readonly client: ServiceClient,
	) {}

	async send(batch: Batch, startHold: StartHold): Promise<void> {
		if (this.guard.reached) return this.giveUp(batch.units, this.guard.reached);
		const rejection = await this.attempt(batch, startHold);
		if (!rejection) return;
		if (rejection.units.length === 1) this.guard.noteAlone(rejection.units[0], rejection.failed);
		else await this.splitHold.during(async () => await this.sendInParts(rejection));
	}

	private async sendInParts({ units, failed }: Rejection): Promise<void> {
		const { run, guard } = this;
		const { bulk } = run.operation.wire;
		const search = new RejectionSearch(units, failed.reason, (unit) =>
			bulk?.unitName?.(unit.values),
		);
		while (!guard.reached && !run.stopSignal.aborted) {
			const part = search.next();
			if (!part) break;
			const rejection = await this.attempt({ units: part });
			if (rejection) search.rejected(rejection.units, rejection.failed.reason);
			else search.notRejected();
			if (part.length === 1) guard.noteAlone(part[0], rejection?.failed);
		}
		if (guard.reached && !run.stopSignal.aborted) this.giveUp(search.rest, guard.reached);
	}

	/** After many rejections in a row, the rest of the run is not sent. */
	private giveUp(units: Unit[], { unit: last, failed, inARow }: LastRejection): void {
		const { rejectionAdvice, bulk } = this.run.operation.wire;
		const { doneWord = 'done' } = this.run.operation.report;
		const tried = `the last ${inARow} ${bulk?.unitNoun ?? 'items'} that were tried alone were all rejected`;
		const problem = `Not ${doneWord}: ${tried}: ${withoutAddresses(failed.problem)}`;
		const isRule = failed.advice === rejectionAdvice?.([last.values]);
		for (const unit of units.filter(isPending)) {
			// It may list what each unit contains.
			const rule = isRule ? rejectionAdvice?.([unit.values]) : failed.advice;
			const advice = joinSentences(rule, 'Correct the cause, then try again.');
			this.run.note({ units: [unit] }, { kind: 'notSent', problem, advice, scope: 'request' });
		}
	}

	/**
	 * Parts of a rejected batch have no start hold: they follow each other already.
	 *
	 * @returns see `noteUnlessSplit`
	 */
	private async attempt(planned: Batch, startHold?: StartHold): Promise<Rejection | undefined> {
		const { run } = this;
		// Nothing may be awaited before, so that batches are claimed in their order.
		const batch = { units: await run.claim(planned) };
		await startHold?.previousStarted;
		if (batch.units.length === 0 || run.stopSignal.aborted) return undefined;
		const holds = this.holds(batch, startHold);
		const outcome = await sendRequest(
			run.operation.wire,
			batch.units,
			async (request) => await this.client.send(request, holds),
		);
		// Without an outcome, the run has ended.
		return outcome && this.noteOutcome(batch, outcome);
	}

	/** If noting itself throws, the request has been made all the same. */
	private noteOutcome(batch: Batch, outcome: Outcome): Rejection | undefined {
		const { run } = this;
		try {
			return this.noteUnlessSplit(batch, outcome);
		} catch (error) {
			const doubt = thrownAfterRequest(error, run.operation.wire);
			run.n8n.log(`The outcome of a request wasn't fully noted. ${doubt.problem}`);
			const units = batch.units.filter(isPending);
			if (units.length > 0) run.note({ units }, isFailed(outcome) ? outcome : doubt);
			return undefined;
		}
	}

	/**
	 * A rejected batch that can be split is not noted, as each unit gets the outcome of the part in which it is tried. The last part has a
	 * single unit, which is noted.
	 *
	 * @returns the rejection if units may be accepted alone
	 */
	private noteUnlessSplit(batch: Batch, outcome: Outcome): Rejection | undefined {
		const { run } = this;
		this.guard.note(outcome);
		const { units } = batch;
		const failed = isFailed(outcome) && this.mayAcceptUnits(batch, outcome) ? outcome : undefined;
		if (failed && units.length > 1) run.noteDoubt(batch, failed);
		else run.note(batch, failed && this.skips(batch) ? skipped(failed) : outcome);
		return failed && { units, failed };
	}

	private mayAcceptUnits({ units: [{ values }] }: Batch, { scope }: Failed): boolean {
		const { bulk } = this.run.operation.wire;
		return scope === 'units' && bulk?.isolatesRejected?.(values) === true;
	}

	private skips({ units: [{ values }] }: Batch): boolean {
		return this.run.operation.wire.bulk?.skipsRejected?.(values) === true;
	}

	private holds(batch: Batch, startHold?: StartHold): Hold[] {
		const mayStop = !this.run.n8n.continueOnFail && !this.skips(batch);
		return [
			...(startHold && mayStop ? [this.splitHold] : []),
			// Last, as only a request that leaves lets the next batch start.
			...(startHold ? [startHold] : []),
		];
	}
}

/** Only what is certainly rejected: a unit in doubt stops a run with "Stop". */
function skipped(failed: Failed): Failed {
	return failed.kind === 'rejected' ? { ...failed, isSkipped: true } : failed;
}
