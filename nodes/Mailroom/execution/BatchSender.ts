import { systemClock } from '../transport/clock';
import type { ServiceClient } from '../transport/ServiceClient';
import { isInDoubt, ServiceError } from '../transport/ServiceError';
import type { RequestHooks, Requester, ServiceRequest } from '../transport/ServiceRequest';
import { isolateRejected } from './isolateRejected';
import { isOpen, wasInDoubt, type Batch, type Failed, type Outcome, type Unit } from './Item';
import { withoutAddresses } from './rejectionReason';
import type { Run } from './Run';
import type { SendOnceClaims } from './SendOnceClaims';

/** Place of a batch in the run. */
export interface Turn {
	after: Promise<void>;
	onStart(): void;
}

interface Sending {
	run: Run;
	client: ServiceClient;
	/** The signal's reason is the error that ended the run. */
	stop: AbortController;
	claims: SendOnceClaims | undefined;
}

interface SendHooks extends RequestHooks {
	/** Of the client's last attempt. */
	hasLeft: boolean;
	/** The response may still be unusable. */
	isAccepted: boolean;
}

/** Thrown if a batch must not start yet: claims may be lost, or an earlier batch is being split. */
class NotYet extends Error {}

/** Sends batches and records the outcome of each unit. */
export class BatchSender {
	/** With "Stop", no other batch starts while this is above 0. */
	private isolatingCount = 0;

	constructor(private readonly sending: Sending) {}

	async send(batch: Batch, turn: Turn): Promise<void> {
		const rejection = await this.attempt(batch, turn);
		const units = batch.units.filter(isOpen);
		if (rejection && units.length > 1) await this.sendInParts(units, rejection);
	}

	private async sendInParts(batch: Unit[], rejection: ServiceError): Promise<void> {
		const { run, stop } = this.sending;
		const { operation, continueOnFail } = run;
		this.isolatingCount++;
		const assumed = await isolateRejected(batch, rejection, {
			attempt: async (units) => await this.attempt({ units }),
			isInOrder: !continueOnFail,
			isOver: () => stop.signal.aborted,
			nameOf: ({ values }) => operation.bulk?.unitName?.(values),
			bodyOf: ({ values }) => operation.requestOf([values]).body,
		});
		this.isolatingCount--;
		if (!assumed) return;
		const { problem, details } = assumed.rejection;
		const { advice, status } = details;
		// The reason may contain another unit's address.
		const words = withoutAddresses(problem);
		const error = new ServiceError(words, { outcome: 'rejected', advice, status });
		const units = assumed.units.filter(isOpen);
		this.note({ kind: 'failed', batch: { units }, error, isAssumed: true });
	}

	/**
	 * Parts of a rejected batch have no turn.
	 *
	 * @returns the rejection, which is not yet recorded if there are several units
	 */
	private async attempt(planned: Batch, turn?: Turn): Promise<ServiceError | undefined> {
		const { stop } = this.sending;
		const batch = await this.claim(planned);
		await turn?.after;
		if (batch.units.length === 0 || stop.signal.aborted) return undefined;
		const hooks = this.hooks(batch, turn);
		try {
			const result = await this.request(batch, hooks);
			this.note({ kind: 'accepted', batch, result, acceptedAt: systemClock.timeOfDay() });
			return undefined;
		} catch (error) {
			if (error === stop.signal.reason) return undefined;
			if (error instanceof NotYet) return await this.attempt(batch, turn);
			return this.noteFailure(batch, hooks.hasLeft ? this.errorAfterStart(error, hooks) : error);
		}
	}

	private async request({ units }: Batch, hooks: SendHooks): Promise<unknown> {
		const { client, run } = this.sending;
		const { operation } = run;
		const { idempotency, doubtTexts, notFoundMeans } = operation;
		const several = units.map(({ values }) => values);
		const request: ServiceRequest = {
			...operation.endpoint,
			...operation.requestOf(several),
			...{ idempotency, doubtTexts, notFoundMeans },
			rejectionAdvice: operation.rejectionAdvice?.(several),
			wasInDoubt: units.every(wasInDoubt),
		};
		const requester: Requester = {
			request: async (one) => await client.request({ ...one, ...hooks }),
		};
		if (operation.perform) return await operation.perform(requester, request, several[0]);
		const response = await requester.request(request);
		hooks.isAccepted = true;
		return operation.result?.(response);
	}

	/** Once a request has left, the service may have acted. */
	private errorAfterStart(error: unknown, { isAccepted }: SendHooks): unknown {
		const { idempotency, doubtTexts: doubt } = this.sending.run.operation;
		const isKnown = error instanceof ServiceError;
		if (idempotency === 'safe' || (isKnown && !isAccepted)) return error;
		const problem = isKnown ? error.problem : 'The response of the service could not be read';
		return new ServiceError(problem, { outcome: 'inDoubt', doubt });
	}

	private async claim(batch: Batch): Promise<Batch> {
		const { claims, stop } = this.sending;
		if (!claims) return batch;
		const units = await claims.claim(batch, stop.signal);
		for (const { outcome } of batch.units) {
			if (outcome?.kind === 'failed') this.stopAfter(outcome.error);
		}
		return { units };
	}

	private hooks(batch: Batch, turn?: Turn): SendHooks {
		const { run, claims, stop } = this.sending;
		const mustWait = () => turn && !run.continueOnFail && this.isolatingCount > 0;
		const hooks = {
			hasLeft: false,
			isAccepted: false,
			canStart: () => !mustWait() && claims?.canStart(batch) !== false,
			beforeSend: async () => {
				hooks.hasLeft = false;
				// Lets a failure that is just arriving come first.
				await Promise.resolve();
				stop.signal.throwIfAborted();
				if (mustWait() || claims?.start(batch) === false) throw new NotYet();
				turn?.onStart();
				hooks.hasLeft = true;
			},
		};
		return hooks;
	}

	private noteFailure(batch: Batch, error: unknown): ServiceError | undefined {
		const failed: Failed = { kind: 'failed', batch, error };
		const rejection = this.isRejection(batch, error) ? error : undefined;
		if (rejection && batch.units.length > 1) {
			// After a 503 and a 400, parts that are not sent again stay in doubt.
			if (isInDoubt(error)) batch.units.forEach((unit) => (unit.previousFailure = failed));
			return rejection;
		}
		this.note(failed);
		this.stopAfter(error);
		return rejection;
	}

	private isRejection({ units: [{ values }] }: Batch, error: unknown): error is ServiceError {
		if (!(error instanceof ServiceError) || error.details.rejects !== 'content') return false;
		return this.sending.run.operation.bulk?.isolatesRejected?.(values) === true;
	}

	private stopAfter(error: unknown): void {
		const { run, stop } = this.sending;
		const abortsRun = error instanceof ServiceError && error.details.abortsRun;
		if (abortsRun || !run.continueOnFail) stop.abort(error);
	}

	private note(outcome: Outcome): void {
		const { run, claims } = this.sending;
		run.note(outcome);
		for (const unit of outcome.batch.units) claims?.end(unit);
	}
}
