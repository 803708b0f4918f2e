import { systemClock } from '../transport/clock';
import { RunQueue, MAX_IN_FLIGHT_PER_RUN } from '../transport/RunQueue';
import type {
	RequestHooks,
	Requester,
	ServiceClient,
	ServiceRequest,
} from '../transport/ServiceClient';
import { isInDoubt, ServiceError } from '../transport/ServiceError';
import { HistoryFailed } from '../sendOnce/HistoryFailed';
import { isRejection } from './isRejection';
import type { Batch, End, Failed, Outcome, Unit } from './Item';
import { bodyForm } from './bodyForm';
import { oneBatchEach } from './planBatches';
import { RejectedCall, type UnitHints } from './RejectedCall';
import type { Run } from './Run';
import { ClaimsLost, type SendOnceClaims } from './SendOnceClaims';
import { SharedReasons } from './SharedReasons';
import { StartOrder, type Place } from './StartOrder';
import { untriedError } from './untriedError';

/** How a call, or a part of one that was rejected, is sent. */
interface Trial {
	isPart: boolean;
	/** To be called when it has left. */
	started(): void;
}

/** Sends the calls of one run in the order, or side by side, as the node promises, and notes what came of each piece. */
export class CallSender {
	/** How many calls were sent, those that were split included. */
	callCount = 0;

	private readonly stop = new AbortController();

	/** Aborted when nothing is waited for any more, unlike `stop`, which a failure aborts while requests are under way. */
	private readonly ended = new AbortController();

	private readonly lane: RunQueue;

	/** How many calls are being split. With "Stop" nothing else starts meanwhile: one of their items has failed. */
	private splitting = 0;

	/** Why no further request is worth trying. */
	private givenUp: ServiceError | undefined;

	/** How the last call was rejected, when all that was tried of it was rejected alike. */
	private refusedAlike: ServiceError | undefined;

	private readonly reasons = new SharedReasons();

	private readonly order = new StartOrder();

	constructor(
		private readonly run: Run,
		private readonly claims?: SendOnceClaims,
	) {
		const cancelled = run.signal ? [run.signal] : [];
		this.lane = new RunQueue(AbortSignal.any([...cancelled, this.stop.signal]));
	}

	/** Failures are noted in the pieces; those that were not sent keep none. Ends at once when the execution is cancelled. */
	async sendAll(calls: Batch[]): Promise<void> {
		try {
			if (calls.length === 0) return;
			const client = await this.connect(calls);
			if (!client) return;

			await Promise.race([this.sendCalls(client, calls), this.whenCancelled()]);
		} finally {
			// Node.js 20 keeps a combined signal while anybody listens to it, and with it the lane and all answers.
			this.stop.abort();
			this.ended.abort();
		}
	}

	private async sendCalls(client: ServiceClient, calls: Batch[]): Promise<void> {
		if (this.claims) await this.lane.cancellation.wait(this.claims.ready()).catch(() => {});
		await this.sendInOrder(client, calls);
		await this.sendPostponed(client);
		this.noteGivenUp(calls);
		await this.explainReasons(client, calls);
	}

	/**
	 * Resolves when what waited for its turn knows of it, and n8n has broken off what was under way. n8n saves a cancelled execution some ms later, whether the node has told
	 * what became of its items or not.
	 */
	private async whenCancelled(): Promise<void> {
		const { signal } = this.run;
		await new Promise<void>((resolve) => {
			if (signal?.aborted) resolve();
			// In a loop the node runs many times in one execution: its signal would keep a listener, and so all data, of each run.
			signal?.addEventListener('abort', () => resolve(), { once: true, signal: this.ended.signal });
		});
		await systemClock.sleep(0);
	}

	/** Sends what another run of this process, or an earlier call of this one, had under way, once it is known what came of it. */
	private async sendPostponed(client: ServiceClient): Promise<void> {
		const { plan = oneBatchEach } = this.run.operation.bulk ?? {};
		while (this.claims?.hasPostponed && !this.lane.cancellation.isCancelled) {
			const units = await this.lane.cancellation.wait(this.claims.postponed()).catch(() => []);
			await this.sendInOrder(client, plan(units));
		}
	}

	/** Fails the calls that were not sent, once the run has given up. */
	private noteGivenUp(calls: Batch[]): void {
		if (!this.givenUp) return;
		const error = new ServiceError(this.givenUp.problem, { outcome: 'notSent', abortsRun: true });
		for (const { units } of calls) {
			// A call of their own: what comes out of items that share one may be a single item.
			const unsent = { units: units.filter(({ outcome }) => !outcome) };
			this.note(unsent, { kind: 'failed', error });
		}
	}

	private async connect(calls: Batch[]): Promise<ServiceClient | undefined> {
		try {
			return await this.run.connect(this.lane);
		} catch (error) {
			for (const call of calls) this.note(call, { kind: 'failed', error });
			return undefined;
		}
	}

	/**
	 * Each call starts after the one before has started; some are begun ahead, as a claim takes longer than a turn. How many are
	 * under way is the rate limiter's matter.
	 */
	private async sendInOrder(client: ServiceClient, calls: Batch[]): Promise<void> {
		const { contactKey, isSequential } = this.run.operation;
		const begun = new Set<Promise<void>>();
		for (const call of calls) {
			if (this.lane.cancellation.isCancelled) break;
			const contacts = contactKey ? call.units.map(({ values }) => contactKey(values)) : [];
			const { ended } = this.order.begin(
				contacts,
				async (place) => await this.sendPlanned(client, call, place),
			);
			begun.add(ended);
			void ended.then(() => begun.delete(ended));
			if (isSequential) await ended;
			else if (begun.size === MAX_IN_FLIGHT_PER_RUN) await Promise.race(begun);
		}
		await Promise.all(begun);
	}

	/** Sends what of a planned call its recipients have not had before. */
	private async sendPlanned(
		client: ServiceClient,
		planned: Batch,
		{ before, started }: Place,
	): Promise<void> {
		const call = this.claims ? { units: await this.claims.claim(planned, this.lane) } : planned;
		for (const { outcome } of planned.units) this.failed(outcome);
		if (call.units.length === 0) return;
		await before;
		if (!this.lane.cancellation.isCancelled) await this.send(client, call, started);
	}

	private async send(client: ServiceClient, call: Batch, started: () => void): Promise<void> {
		const { refusedAlike, hints } = this;
		const { units } = call;
		if (refusedAlike && units.length > 1 && this.isRejection(call, refusedAlike)) {
			const suspected = RejectedCall.suspected(units, hints, refusedAlike);
			await this.sendInParts(client, suspected, started);
			return;
		}
		const rejection = await this.trial(client, call, { isPart: false, started });
		if (!rejection || units.length === 1) return;
		await this.sendInParts(client, RejectedCall.rejected(units, hints, rejection));
	}

	/**
	 * Sends pieces in one request, and notes what came of them.
	 *
	 * @returns how the service rejected what was sent; then nothing is noted of several pieces, which are to be tried in parts
	 */
	private async trial(
		client: ServiceClient,
		call: Batch,
		trial: Trial,
	): Promise<ServiceError | undefined> {
		if (this.lane.cancellation.isCancelled) return undefined;
		try {
			const result = await this.call(client, call, trial);
			this.note(call, { kind: 'accepted', result, acceptedAt: systemClock.timeOfDay() });
			return undefined;
		} catch (error) {
			const hasEnded = this.lane.cancellation.isCancelled;
			if (error instanceof ClaimsLost) return undefined;
			if (hasEnded && error === this.lane.cancellation.signal?.reason) return undefined;
			const end: Failed = { kind: 'failed', error };
			const isAlone = call.units.length === 1;
			const rejection = this.isRejection(call, error) ? error : undefined;
			if (!hasEnded && rejection && !isAlone) {
				if (isInDoubt(error)) this.noteEarlier(call, end);
				return rejection;
			}
			if (rejection && isAlone) end.shared = this.reasons.add(rejection, { triedCount: 1 });
			this.note(call, end);
			this.failed(end);
			return rejection;
		}
	}

	/** Tries one part after the other, as long as any is worth it. */
	private async sendInParts(
		client: ServiceClient,
		parts: RejectedCall<Unit>,
		started = () => {},
	): Promise<void> {
		let last: ServiceError | undefined;
		this.splitting++;
		for (let part = parts.next(); part; part = parts.next()) {
			const rejection = await this.trial(client, { units: part }, { isPart: true, started });
			if (this.lane.cancellation.isCancelled) break;
			parts.tell(part, rejection);
			last = rejection;
		}
		this.splitting--;
		if (this.lane.cancellation.isCancelled) return;
		this.refusedAlike = parts.isRefusedAlike ? last : undefined;
		const { untried } = parts;
		if (!last || untried.length === 0) return;
		const shared = this.reasons.add(last, { untriedCount: untried.length });
		const error = untriedError(last);
		this.note({ units: untried }, { kind: 'failed', error, shared, isUntried: true });
	}

	private isRejection({ units: [{ values }] }: Batch, error: unknown): error is ServiceError {
		return isRejection(this.run.operation, values, error);
	}

	private get hints(): UnitHints<Unit> {
		const { operation, continueOnFail } = this.run;
		return {
			isInOrder: !continueOnFail,
			addressOf: ({ values }) => operation.bulk?.unitName?.(values),
			kindOf: ({ values }) => bodyForm(operation.content([values]).body),
		};
	}

	/** Adds what else is known about the reasons. With "Stop" nothing starts after a failure, so the service is not asked. */
	private async explainReasons(client: ServiceClient, calls: Batch[]): Promise<void> {
		const { explain } = this.run.operation.bulk ?? {};
		if (!explain) return;
		const accepted = calls
			.flatMap(({ units }) => units)
			.filter(({ outcome }) => outcome?.kind === 'accepted');
		const several = accepted.map(({ values }) => values);
		for (const { reason, shared } of this.reasons.all()) {
			const mayAsk = shared.untriedCount > 0 && !this.lane.cancellation.isCancelled;
			shared.advice = await explain(reason, several, mayAsk ? client : undefined);
		}
	}

	/** @throws ServiceError, ClaimsLost, HistoryFailed, or the reason of a cancellation */
	private async call(
		client: ServiceClient,
		call: Batch,
		{ isPart, started }: Trial,
	): Promise<unknown> {
		const { idempotency, inDoubtNote } = this.run.operation;
		let isStarted = false;
		const passage: RequestHooks = {
			canStart: () =>
				(isPart || this.run.continueOnFail || this.splitting === 0) &&
				this.claims?.knowsClaims(call) !== false,
			beforeSend: async () => {
				await this.claims?.checkClaims(call);
				this.lane.cancellation.throwIfCancelled();
				if (!isStarted) this.callCount++;
				isStarted = true;
				started();
			},
		};
		const followed = {
			request: async (request: ServiceRequest) => await client.request(request, passage),
		};
		return await this.perform(followed, call).catch(async (error: unknown) => {
			const isOurs = error instanceof ClaimsLost || error instanceof HistoryFailed;
			const isKnown =
				isOurs || error instanceof ServiceError || error === this.lane.cancellation.signal?.reason;
			if (isKnown || !isStarted || idempotency === 'safe') return await Promise.reject(error);
			// Whatever went wrong while the answer was read, the service may have acted.
			const problem = 'The answer of the service could not be read';
			const inDoubt = new ServiceError(problem, { outcome: 'inDoubt', note: inDoubtNote });
			return await Promise.reject(inDoubt);
		});
	}

	private async perform(client: Requester, { units }: Batch): Promise<unknown> {
		const { operation } = this.run;
		const [{ values }] = units;
		const request: ServiceRequest = {
			...(operation.otherEndpoint?.(values) ?? operation.endpoint),
			...operation.content(units.map((piece) => piece.values)),
			idempotency: operation.idempotency,
			inDoubtNote: operation.inDoubtNote,
			notFoundMeansDone: operation.notFoundMeansDone,
			wasInDoubt: units.every(wasInDoubtBefore),
		};
		if (operation.perform) return await operation.perform(client, request, values);
		const answer = await client.request(request);
		return operation.result?.(answer);
	}

	/** Draws the consequence of a failure for what is still to be sent. */
	private failed(end: End | undefined): void {
		if (end?.kind !== 'failed') return;
		const { error } = end;
		if (!this.run.continueOnFail) {
			this.stop.abort();
		} else if (error instanceof ServiceError && error.abortsRun) {
			this.givenUp ??= error;
			this.stop.abort();
		}
	}

	private note(call: Batch, end: End): void {
		for (const piece of call.units) {
			piece.outcome = settled(piece, { ...end, call });
			this.run.memory.keep(piece.item);
			this.claims?.settle(piece);
		}
		this.rememberInExecution(call, end);
	}

	private rememberInExecution({ units }: Batch, end: End): void {
		const mayBeSent = end.kind === 'failed' && isInDoubt(end.error);
		if (end.kind !== 'accepted' && !mayBeSent) return;
		const { sent, operation } = this.run;
		const emails = units.flatMap(({ values }) => operation.onceInExecution?.(values) ?? []);
		if (emails.length > 0) sent.add(emails, { isInDoubt: mayBeSent });
	}

	/** How a call that may have been done failed, before its parts are sent: with "Stop", not all of them may be. */
	private noteEarlier(call: Batch, end: End): void {
		for (const piece of call.units) {
			piece.earlier = { ...end, call };
			this.run.memory.keep(piece.item);
		}
	}
}

/** A piece that may have been done before stays in doubt when it fails again without a word of the service on it. */
function settled(piece: Unit, outcome: Outcome): Outcome {
	const isNews = outcome.kind !== 'failed' || isInDoubt(outcome.error);
	return !isNews && wasInDoubtBefore(piece) && piece.earlier ? piece.earlier : outcome;
}

/** Says if the service may have acted on a piece before, in an earlier try of the run or in a call that was split. */
function wasInDoubtBefore({ earlier }: Unit): boolean {
	return earlier?.kind === 'failed' && isInDoubt(earlier.error);
}
