import { systemClock } from '../transport/clock';
import { RunQueue } from '../transport/RunQueue';
import type {
	RequestHooks,
	Requester,
	ServiceClient,
	ServiceRequest,
} from '../transport/ServiceClient';
import { isInDoubt, ServiceError } from '../transport/ServiceError';
import { isolateRejected } from './isolateRejected';
import { isOpen, wasInDoubt, type Batch, type Outcome, type Unit } from './Item';
import { withoutAddresses } from './rejectionReason';
import type { Run } from './Run';
import type { SendOnceClaims } from './SendOnceClaims';

/** Thrown if the claims are not certain at the moment. */
class ClaimAgain extends Error {}

interface Start {
	after?: Promise<void>;
	onStart?: () => void;
	isPart?: boolean;
}

export class BatchSender {
	private readonly queue: RunQueue;

	private client: ServiceClient | undefined;

	/** With "Stop" nothing else starts meanwhile: an item of a rejected batch fails. */
	private isolatingCount = 0;

	private abortedBy: unknown;

	constructor(
		private readonly run: Run,
		private readonly stop: AbortController,
		private readonly claims?: SendOnceClaims,
	) {
		this.queue = new RunQueue(stop.signal);
	}

	get isStopped(): boolean {
		return this.stop.signal.aborted;
	}

	async send(batch: Batch, after: Promise<void>, onStart: () => void): Promise<void> {
		const rejection = await this.attempt(batch, { after, onStart });
		const units = batch.units.filter(isOpen);
		if (rejection && units.length > 1) await this.sendInParts(units, rejection);
	}

	private async sendInParts(batch: Unit[], rejection: ServiceError): Promise<void> {
		const { operation, continueOnFail } = this.run;
		this.isolatingCount++;
		const assumed = await isolateRejected(batch, rejection, {
			attempt: async (units) => await this.attempt({ units }, { isPart: true }),
			isInOrder: !continueOnFail,
			isOver: () => this.isStopped,
			nameOf: ({ values }) => operation.bulk?.unitName?.(values),
			bodyOf: ({ values }) => operation.content([values]).body,
		});
		this.isolatingCount--;
		if (!assumed) return;
		const { problem, advice, status, reason } = assumed.rejection;
		// The reason may hold the address of another unit.
		const words = withoutAddresses(problem);
		const error = new ServiceError(words, { outcome: 'rejected', advice, status, reason });
		const units = assumed.units.filter(isOpen);
		this.note({ kind: 'failed', batch: { units }, error, isAssumed: true });
	}

	/** Returns a rejection. For several units, which are then sent in parts, it is not noted. */
	private async attempt(planned: Batch, start: Start): Promise<ServiceError | undefined> {
		const batch = await this.claim(planned);
		await start.after;
		if (batch.units.length === 0 || this.isStopped) return undefined;
		const { continueOnFail } = this.run;
		let hasLeft = false;
		const hooks: RequestHooks = {
			canStart: () =>
				(start.isPart || continueOnFail || this.isolatingCount === 0) &&
				this.claims?.canStart(batch) !== false,
			beforeSend: async () => {
				hasLeft = false;
				// A failure that becomes known at this moment is noted first.
				await Promise.resolve();
				this.stop.signal.throwIfAborted();
				if (this.claims?.start(batch) === false) throw new ClaimAgain();
				hasLeft = true;
				start.onStart?.();
			},
		};
		try {
			const result = await this.request(batch, hooks);
			this.note({ kind: 'accepted', batch, result, acceptedAt: systemClock.timeOfDay() });
			return undefined;
		} catch (error) {
			if (error === this.stop.signal.reason) return undefined;
			if (error instanceof ClaimAgain) return await this.attempt(batch, start);
			return this.noteFailure(batch, hasLeft ? this.afterStart(error) : error);
		}
	}

	private async claim(batch: Batch): Promise<Batch> {
		if (!this.claims) return batch;
		const units = await this.claims.claim(batch, this.queue.cancellation);
		for (const { outcome } of batch.units) {
			if (outcome?.kind === 'failed') this.stopAfter(outcome.error);
		}
		return { units };
	}

	private async request({ units }: Batch, hooks: RequestHooks): Promise<unknown> {
		const { operation } = this.run;
		const [{ values }] = units;
		const client = (this.client ??= await this.connect());
		const request: ServiceRequest = {
			...(operation.otherEndpoint?.(values) ?? operation.endpoint),
			...operation.content(units.map((unit) => unit.values)),
			idempotency: operation.idempotency,
			inDoubtNote: operation.inDoubtNote,
			notFoundMeansDone: operation.notFoundMeansDone,
			wasInDoubt: units.every(wasInDoubt),
		};
		if (operation.perform) {
			const requester: Requester = { request: async (one) => await client.request(one, hooks) };
			return await operation.perform(requester, request, values);
		}
		const response = await client.request(request, hooks);
		return operation.result?.(response);
	}

	private async connect(): Promise<ServiceClient> {
		return await this.run.connect(this.queue).catch(async (error: unknown) => {
			this.abortedBy = error;
			return await Promise.reject(error);
		});
	}

	/** Once a request has left, the service may have acted. */
	private afterStart(error: unknown): unknown {
		const { idempotency, inDoubtNote: note } = this.run.operation;
		if (error instanceof ServiceError || idempotency === 'safe') return error;
		const problem = 'The response of the service could not be read';
		return new ServiceError(problem, { outcome: 'inDoubt', note });
	}

	private noteFailure(batch: Batch, error: unknown): ServiceError | undefined {
		const failed: Outcome = { kind: 'failed', batch, error };
		const rejection = this.isRejection(batch, error) ? error : undefined;
		if (rejection && batch.units.length > 1) {
			// With "Stop" not all parts may be sent: the rest stays in doubt.
			if (isInDoubt(error)) this.run.notePrevious(failed);
			return rejection;
		}
		this.note(failed);
		this.stopAfter(error);
		return rejection;
	}

	private isRejection({ units: [{ values }] }: Batch, error: unknown): error is ServiceError {
		if (!(error instanceof ServiceError) || !error.rejectsContent) return false;
		return this.run.operation.bulk?.isSplitWhenRejected(values, error.status ?? 0) === true;
	}

	private stopAfter(error: unknown): void {
		if (error instanceof ServiceError && error.abortsRun) this.abortedBy ??= error;
		if (this.abortedBy !== undefined || !this.run.continueOnFail) this.stop.abort();
	}

	failUnsent(batches: Batch[]): void {
		const { abortedBy } = this;
		if (abortedBy === undefined) return;
		const error = abortedBy instanceof ServiceError ? notSent(abortedBy) : abortedBy;
		for (const { units } of batches) {
			this.note({ kind: 'failed', batch: { units: units.filter(isOpen) }, error });
		}
	}

	private note(outcome: Outcome): void {
		this.run.note(outcome);
		for (const unit of outcome.batch.units) this.claims?.settle(unit);
	}
}

function notSent({ problem, advice }: ServiceError): ServiceError {
	return new ServiceError(problem, { outcome: 'notSent', advice, abortsRun: true });
}
