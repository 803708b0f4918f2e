import type { Run } from '../Operation';
import type { Hold } from '../../transport/gate/Hold';
import { isFailed, type Accepted, type Failed, type Outcome } from '../../transport/Outcome';
import type { Client, ServiceClient, ServiceOutcome } from '../../transport/ServiceClient';
import type { ServiceRequest } from '../../transport/ServiceRequest';
import { unexpectedly } from '../../transport/failure/unexpectedly';
import type { ServiceResponse } from '../../service';
import { joinSentences } from '../../parameters/wording';
import { failedBy } from '../failedBy';
import { isPending, type Batch, type Unit } from '../Item';
import { RejectedUnits } from './RejectedUnits';
import { RejectionGuard, type LastRejection } from './RejectionGuard';
import { withoutAddresses } from './rejectionReason';
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
		if (this.guard.reached) return this.noteNotTried(batch.units, this.guard.reached);
		const rejection = await this.attempt(batch, startHold);
		if (!rejection) return;
		if (rejection.units.length === 1) this.guard.noteAlone(rejection.units[0], rejection.failed);
		else await this.splitHold.during(async () => await this.sendInParts(rejection));
	}

	private async sendInParts({ units, failed }: Rejection): Promise<void> {
		const { run, guard } = this;
		const { bulk } = run.operation.wire;
		const search = new RejectedUnits(units, failed.reason, (unit) => bulk?.unitName?.(unit.values));
		while (!guard.reached && !run.stopSignal.aborted) {
			const part = search.next();
			if (!part) break;
			const rejection = await this.attempt({ units: part });
			if (rejection) search.rejected(rejection.units, rejection.failed.reason);
			else search.notRejected();
			if (part.length === 1) guard.noteAlone(part[0], rejection?.failed);
		}
		if (guard.reached && !run.stopSignal.aborted) this.noteNotTried(search.rest, guard.reached);
	}

	private noteNotTried(units: Unit[], { unit: last, failed, inARow }: LastRejection): void {
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
	 * @returns the rejection if units may be accepted alone; it is noted only for a single unit
	 */
	private async attempt(planned: Batch, startHold?: StartHold): Promise<Rejection | undefined> {
		const { run } = this;
		// Nothing may be awaited before, so that batches are claimed in their order.
		const batch = { units: await run.unitsToSend(planned) };
		await startHold?.previousStarted;
		if (batch.units.length === 0 || run.stopSignal.aborted) return undefined;
		const outcome = await this.request(batch, this.holds(startHold));
		// Without an outcome, the run has ended.
		return outcome && this.noteOutcome(batch, outcome);
	}

	/** If noting itself throws, the request has been made all the same. */
	private noteOutcome(batch: Batch, outcome: Outcome): Rejection | undefined {
		const { run } = this;
		try {
			return this.rejectionOrNote(batch, outcome);
		} catch (error) {
			const { idempotency, doubtTexts } = run.operation.wire;
			const doubt = unexpectedly(error, { isInDoubt: idempotency !== 'safe', doubtTexts });
			run.log(`The outcome of a request wasn't fully noted. ${doubt.problem}`);
			const units = batch.units.filter(isPending);
			if (units.length > 0) run.note({ units }, isFailed(outcome) ? outcome : doubt);
			return undefined;
		}
	}

	private rejectionOrNote(batch: Batch, outcome: Outcome): Rejection | undefined {
		const { run } = this;
		this.guard.note(outcome);
		const failed = isFailed(outcome) && this.mayAcceptUnits(batch, outcome) ? outcome : undefined;
		if (failed && batch.units.length > 1) run.noteDoubt(batch, failed);
		else run.note(batch, outcome);
		return failed && { units: batch.units, failed };
	}

	private mayAcceptUnits({ units: [{ values }] }: Batch, { scope }: Failed): boolean {
		const { bulk } = this.run.operation.wire;
		return scope === 'units' && bulk?.isolatesRejected?.(values) === true;
	}

	private holds(startHold?: StartHold): Hold[] {
		return [
			...(startHold && !this.run.continueOnFail ? [this.splitHold] : []),
			// Last, as only a request that leaves lets the next batch start.
			...(startHold ? [startHold] : []),
		];
	}

	private async request({ units }: Batch, holds: Hold[]): Promise<Outcome | undefined> {
		const { wire } = this.run.operation;
		const { idempotency, doubtTexts, notFoundMeans } = wire;
		const several = units.map(({ values }) => values);
		const request: ServiceRequest = {
			...wire.endpoint,
			...wire.requestOf(several),
			...{ idempotency, doubtTexts, notFoundMeans },
			rejectionAdvice: wire.rejectionAdvice?.(several),
			wasInDoubt: units.every(({ outcome }) => outcome?.kind === 'inDoubt'),
		};
		let response: ServiceOutcome;
		const client: Client = {
			send: async (one) => (response = await this.client.send(one, holds)),
		};
		try {
			if (wire.perform) return await wire.perform(client, request, several[0]);
			await client.send(request);
			return response?.kind === 'accepted' ? this.resultOf(response, several[0]) : response;
		} catch (error) {
			if (response?.kind !== 'accepted') return response ?? failedBy(error);
			return unexpectedly(error, { isInDoubt: idempotency !== 'safe', doubtTexts });
		}
	}

	private resultOf(response: Accepted<ServiceResponse>, values: unknown): Outcome {
		const { idempotency, doubtTexts: doubt } = this.run.operation.wire;
		const outcome = this.readResult(response, values);
		if (!isFailed(outcome) || idempotency === 'safe') return outcome;
		// The service has accepted the change, but not returned its result.
		return { ...outcome, kind: 'inDoubt', doubt };
	}

	private readResult(response: Accepted<ServiceResponse>, values: unknown): Outcome {
		try {
			return this.run.operation.wire.result?.(response, values) ?? response;
		} catch {
			const problem = "The response of the service couldn't be read";
			return { kind: 'rejected', problem, scope: 'request' };
		}
	}
}
