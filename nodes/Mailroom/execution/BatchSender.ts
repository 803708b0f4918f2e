import type { Hold } from '../transport/gate/Hold';
import { isFailed, type Accepted, type Failed, type Outcome } from '../transport/Outcome';
import type { Client, ServiceClient, ServiceOutcome } from '../transport/ServiceClient';
import type { ServiceRequest } from '../transport/ServiceRequest';
import { unexpectedly } from '../transport/unexpectedly';
import type { ServiceResponse } from '../service';
import { joinSentences } from '../parameters/wording';
import { isPending, type Batch, type Unit } from './Item';
import { RejectedUnits } from './RejectedUnits';
import { withoutAddresses } from './rejectionReason';
import type { Run } from './Run';
import { SplitHold } from './SplitHold';
import type { Turn } from './StartOrder';

/** Units that were rejected together, and may be accepted alone. */
interface Rejection {
	units: Unit[];
	failed: Failed;
}

/** Sends batches and notes the outcome of each unit. */
export class BatchSender {
	private readonly splitHold = new SplitHold();

	constructor(
		private readonly run: Run,
		private readonly client: ServiceClient,
	) {}

	async send(batch: Batch, turn: Turn): Promise<void> {
		const rejection = await this.attempt(batch, turn);
		if (!rejection || rejection.units.length === 1) return;
		await this.splitHold.during(async () => await this.sendInParts(rejection));
	}

	private async sendInParts({ units, failed }: Rejection): Promise<void> {
		const { run } = this;
		const { operation, continueOnFail } = run;
		const search = new RejectedUnits(units, failed, {
			isInOrder: !continueOnFail,
			nameOf: ({ values }) => operation.bulk?.unitName?.(values),
			bodyOf: ({ values }) => operation.requestOf([values]).body,
		});
		for (let part = search.next(); part && !run.ended.aborted; part = search.next()) {
			const rejection = await this.attempt({ units: part });
			if (rejection) search.rejected(rejection.units, rejection.failed);
			else search.notRejected(part);
		}
		if (!run.ended.aborted) this.noteAssumed(search.rest.filter(isPending), search.lastReason);
	}

	private noteAssumed(units: Unit[], { problem, advice, status }: Failed): void {
		if (units.length === 0) return;
		// The reason may contain another unit's address.
		const words = withoutAddresses(problem);
		const noun = this.run.operation.bulk?.unitNoun ?? 'items';
		const note = `This item was not tried alone, because all ${noun} that were tried were rejected for this reason.`;
		const texts = { problem: words, advice: joinSentences(advice, note) };
		const failed: Failed = { kind: 'rejected', ...texts, status, concerns: 'request' };
		for (const unit of units) this.run.note({ units: [unit] }, failed);
	}

	/**
	 * Parts of a rejected batch have no turn.
	 *
	 * @returns the rejection if units may be accepted alone; it is noted only for a single unit
	 */
	private async attempt(planned: Batch, turn?: Turn): Promise<Rejection | undefined> {
		const { run } = this;
		for (;;) {
			const batch = { units: await run.claimed(planned) };
			await turn?.after;
			if (batch.units.length === 0 || run.ended.aborted) return undefined;
			const outcome = await this.request(batch, this.holds(batch, turn));
			// Without an outcome, the run has ended, or its claims must be made again.
			if (outcome) return this.noteOutcome(batch, outcome);
		}
	}

	private noteOutcome(batch: Batch, outcome: Outcome): Rejection | undefined {
		const { run } = this;
		const failed = isFailed(outcome) && this.mayAcceptUnits(batch, outcome) ? outcome : undefined;
		if (failed && batch.units.length > 1) run.noteSplit(batch, failed);
		else run.note(batch, outcome);
		return failed && { units: batch.units, failed };
	}

	private mayAcceptUnits({ units: [{ values }] }: Batch, { concerns }: Failed): boolean {
		return concerns === 'units' && this.run.operation.bulk?.isolatesRejected?.(values) === true;
	}

	private holds(batch: Batch, turn?: Turn): Hold[] {
		const { claims, continueOnFail } = this.run;
		return [
			...(turn && !continueOnFail ? [this.splitHold] : []),
			...(claims ? [claims.hold(batch)] : []),
			// Last, as only a request that leaves lets the next batch start.
			...(turn ? [turn] : []),
		];
	}

	private async request({ units }: Batch, holds: Hold[]): Promise<Outcome | undefined> {
		const { operation } = this.run;
		const { idempotency, doubtTexts, notFoundMeans } = operation;
		const several = units.map(({ values }) => values);
		const request: ServiceRequest = {
			...operation.endpoint,
			...operation.requestOf(several),
			...{ idempotency, doubtTexts, notFoundMeans },
			rejectionAdvice: operation.rejectionAdvice?.(several),
			wasInDoubt: units.every(({ outcome }) => outcome?.kind === 'inDoubt'),
		};
		let response: ServiceOutcome;
		const client: Client = {
			send: async (one) => (response = await this.client.send(one, holds)),
		};
		try {
			if (operation.perform) return await operation.perform(client, request, several[0]);
			await client.send(request);
			return response?.kind === 'accepted' ? this.resultOf(response) : response;
		} catch (error) {
			if (response?.kind !== 'accepted') throw error;
			return unexpectedly(error, { isInDoubt: idempotency !== 'safe', doubtTexts });
		}
	}

	private resultOf(response: Accepted<ServiceResponse>): Outcome {
		const { idempotency, doubtTexts: doubt } = this.run.operation;
		const outcome = this.readResult(response);
		if (!isFailed(outcome) || idempotency === 'safe') return outcome;
		// The service has accepted the change, but not returned its result.
		return { ...outcome, kind: 'inDoubt', doubt };
	}

	private readResult(response: Accepted<ServiceResponse>): Outcome {
		try {
			return this.run.operation.result?.(response) ?? response;
		} catch {
			const problem = "The response of the service couldn't be read";
			return { kind: 'rejected', problem, concerns: 'request' };
		}
	}
}
