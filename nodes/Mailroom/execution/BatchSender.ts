import { systemClock } from '../transport/clock';
import { RunQueue } from '../transport/RunQueue';
import type {
	RequestHooks,
	Requester,
	ServiceClient,
	ServiceRequest,
} from '../transport/ServiceClient';
import { isInDoubt, ServiceError } from '../transport/ServiceError';
import { bodyShape } from './bodyShape';
import { isolateRejected } from './isolateRejected';
import { isOpen, wasInDoubt, type Batch, type Outcome } from './Item';
import { withoutAddresses } from './normalizeReason';
import type { Run } from './Run';
import type { SendOnceClaims } from './SendOnceClaims';

/** Keeps a request back whose claims are not certain at the moment. */
class ClaimAgain extends Error {}

/** Sends single batches of a run, and notes their outcomes. */
export class BatchSender {
	private readonly queue: RunQueue;

	private client: ServiceClient | undefined;

	/** The number of rejected batches that are sent in parts. With "Stop" nothing else starts meanwhile: one of their items fails. */
	private isolatingCount = 0;

	/** The failure after which no other request is worth trying. */
	private abortedBy: unknown;

	/** @param stop aborted when nothing more may start */
	constructor(
		private readonly run: Run,
		private readonly stop: AbortController,
		private readonly claims?: SendOnceClaims,
	) {
		this.queue = new RunQueue(stop.signal);
	}

	/**
	 * Sends what of a batch its recipients have not had before, in parts if the service rejects it. Never rejects.
	 *
	 * @param startBefore when its request may start
	 * @param onStart called when it has started
	 */
	async send(planned: Batch, startBefore: Promise<void>, onStart: () => void): Promise<void> {
		const batch = await this.claim(planned);
		if (batch.units.length === 0) return;
		await startBefore;
		const rejection = await this.attempt(batch, { onStart });
		if (rejection && batch.units.length > 1) await this.sendInParts(batch, rejection);
	}

	/** @returns what of a batch is to be sent now */
	private async claim(batch: Batch): Promise<Batch> {
		if (!this.claims) return batch;
		const units = await this.claims.claim(batch, this.queue.cancellation);
		for (const { outcome } of batch.units) {
			if (outcome?.kind === 'failed') this.stopAfter(outcome.error);
		}
		return { units };
	}

	private async sendInParts({ units }: Batch, rejection: ServiceError): Promise<void> {
		const { operation, continueOnFail } = this.run;
		this.isolatingCount++;
		const assumed = await isolateRejected(units, rejection, {
			attempt: async (part) => await this.attempt({ units: part }, { isPart: true }),
			isInOrder: !continueOnFail,
			isOver: () => this.isStopped,
			nameOf: ({ values }) => operation.bulk?.unitName?.(values),
			shapeOf: ({ values }) => bodyShape(operation.content([values]).body),
		});
		this.isolatingCount--;
		if (!assumed) return;
		const { problem, advice, status, reason } = assumed.rejection;
		const known = { outcome: 'rejected', advice, status, reason } as const;
		// The reason is that of another unit, whose address must not stand here.
		const error = new ServiceError(withoutAddresses(problem), known);
		this.note({
			kind: 'failed',
			batch: { units: assumed.units.filter(isOpen) },
			error,
			isAssumed: true,
		});
	}

	/**
	 * Sends one batch and notes its outcome.
	 *
	 * @returns how the service rejected it. Nothing is noted then of several units, which are to be sent in parts
	 */
	private async attempt(
		planned: Batch,
		{ isPart = false, onStart = () => {} },
	): Promise<ServiceError | undefined> {
		const batch = await this.claim(planned);
		if (batch.units.length === 0 || this.isStopped) return undefined;
		let hasLeft = false;
		const hooks: RequestHooks = {
			canStart: () => this.canStart(isPart) && this.claims?.canStart(batch) !== false,
			beforeSend: async () => {
				hasLeft = false;
				// A failure that becomes known at this moment is noted first.
				await Promise.resolve();
				this.queue.cancellation.throwIfCancelled();
				if (this.claims?.start(batch) === false) throw new ClaimAgain();
				hasLeft = true;
				onStart();
			},
		};
		try {
			const result = await this.request(batch, hooks);
			this.note({ kind: 'accepted', batch, result, acceptedAt: systemClock.timeOfDay() });
			return undefined;
		} catch (error) {
			if (error === this.queue.cancellation.signal?.reason) return undefined;
			if (error instanceof ClaimAgain) return await this.attempt(batch, { isPart, onStart });
			return this.noteFailure(batch, hasLeft ? this.afterStart(error) : error);
		}
	}

	private canStart(isPart: boolean): boolean {
		return isPart || this.run.continueOnFail || this.isolatingCount === 0;
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

	/** Whatever went wrong while a response was read, the service may have acted. */
	private afterStart(error: unknown): unknown {
		const { idempotency, inDoubtNote: note } = this.run.operation;
		if (error instanceof ServiceError || idempotency === 'safe') return error;
		return new ServiceError('The answer of the service could not be read', {
			outcome: 'inDoubt',
			note,
		});
	}

	/** @returns the error if the service rejected the batch */
	private noteFailure(batch: Batch, error: unknown): ServiceError | undefined {
		const failed: Outcome = { kind: 'failed', batch, error };
		const rejection = this.isRejection(batch, error) ? error : undefined;
		if (rejection && batch.units.length > 1 && !this.isStopped) {
			// With "Stop" not all parts may be sent: the rest stays in doubt.
			if (isInDoubt(error)) this.run.notePrevious(failed);
			return rejection;
		}
		this.note(failed);
		this.stopAfter(error);
		return rejection;
	}

	/** Says if the service rejected units for their content, so that it may take parts of the batch. */
	private isRejection({ units: [{ values }] }: Batch, error: unknown): error is ServiceError {
		if (!(error instanceof ServiceError) || !error.rejectsContent) return false;
		return this.run.operation.bulk?.isSplitWhenRejected(values, error.status ?? 0) === true;
	}

	private stopAfter(error: unknown): void {
		if (error instanceof ServiceError && error.abortsRun) this.abortedBy ??= error;
		if (this.abortedBy !== undefined || !this.run.continueOnFail) this.stop.abort();
	}

	/** Fails what was not sent, if the run was aborted. */
	failUnsent(batches: Batch[]): void {
		const { abortedBy } = this;
		if (abortedBy === undefined) return;
		const error = abortedBy instanceof ServiceError ? notSent(abortedBy) : abortedBy;
		for (const { units } of batches) {
			this.note({ kind: 'failed', batch: { units: units.filter(isOpen) }, error });
		}
	}

	private note(outcome: Outcome): void {
		const { run, claims } = this;
		run.note(outcome);
		for (const unit of outcome.batch.units) claims?.settle(unit);
	}

	get isStopped(): boolean {
		return this.queue.cancellation.isCancelled;
	}
}

/** The same failure, of what was not sent because of it. */
function notSent({ problem, advice }: ServiceError): ServiceError {
	return new ServiceError(problem, { outcome: 'notSent', advice, abortsRun: true });
}
