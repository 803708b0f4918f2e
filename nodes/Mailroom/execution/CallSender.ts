import type { ServiceAnswer } from '../service';
import { Lane } from '../transport/lane';
import type { ServiceClient } from '../transport/ServiceClient';
import { ServiceError } from '../transport/serviceError';
import type { Execution } from './Execution';
import type { Piece } from './ItemRun';
import type { Operation } from './Operation';
import type { Outcome } from './runMemory';

/** Sends the calls of one run in the order, or side by side, as the node promises, and notes what came of each piece. */
export class CallSender<Ask = unknown> {
	/** How many calls were sent, those that were split included. */
	callCount = 0;

	private readonly stop = new AbortController();

	private readonly lane: Lane;

	constructor(
		private readonly operation: Operation<Ask>,
		private readonly execution: Execution,
	) {
		const cancelled = execution.signal ? [execution.signal] : [];
		this.lane = new Lane(AbortSignal.any([...cancelled, this.stop.signal]));
	}

	/** @throws the signal's reason when the execution is cancelled; failures are noted in the pieces */
	async sendAll(calls: Array<Array<Piece<Ask>>>): Promise<void> {
		if (calls.length === 0) return;
		let client: ServiceClient;
		try {
			client = await this.execution.connect(this.lane);
		} catch (error) {
			for (const pieces of calls) this.note(pieces, { kind: 'failed', error, call: pieces });
			return;
		}

		const isOrdered = this.operation.effect !== 'none' && !this.execution.continueOnFail;
		if (isOrdered) {
			for (const pieces of calls) await this.send(client, pieces);
		} else {
			await this.sendSideBySide(client, calls);
		}
		this.execution.signal?.throwIfAborted();
	}

	/** All at once, but two changes of the same contact one after the other: the later one is to prevail. */
	private async sendSideBySide(
		client: ServiceClient,
		calls: Array<Array<Piece<Ask>>>,
	): Promise<void> {
		const lastChanges = new Map<string, Promise<void>>();
		await Promise.all(
			calls.map(async (pieces) => {
				const { subject } = this.operation;
				const subjects = subject ? pieces.map(({ ask }) => subject(ask)) : [];
				const earlier = subjects.flatMap((contact) => lastChanges.get(contact) ?? []);
				const change = Promise.all(earlier).then(async () => await this.send(client, pieces));
				for (const contact of subjects) lastChanges.set(contact, change);
				await change;
			}),
		);
	}

	private async send(client: ServiceClient, pieces: Array<Piece<Ask>>): Promise<void> {
		if (this.lane.signal?.aborted) return;
		try {
			this.callCount++;
			const answer = await this.call(client, pieces);
			this.note(pieces, { kind: 'accepted', answer, call: pieces });
		} catch (error) {
			if (this.lane.signal?.aborted) return;
			if (this.isToBeSplit(pieces, error)) {
				const middle = Math.ceil(pieces.length / 2);
				await this.send(client, pieces.slice(0, middle));
				await this.send(client, pieces.slice(middle));
				return;
			}
			this.note(pieces, { kind: 'failed', error, call: pieces });
			if (!this.execution.continueOnFail) this.stop.abort();
		}
	}

	/** Throws ServiceError, or the reason of a cancellation. */
	private async call(client: ServiceClient, pieces: Array<Piece<Ask>>): Promise<ServiceAnswer> {
		const { operation } = this;
		const { effect, uncertainNote, goneIsDone } = operation;
		const content = operation.content(pieces.map(({ ask }) => ask));
		const request = { ...operation.request, ...content, effect, uncertainNote, goneIsDone };
		const answer = operation.perform
			? await operation.perform(client, request, pieces[0].ask)
			: await client.request(request);
		// An answer that lacks what is to come out is a failure of this call, not of the output.
		operation.output(pieces[0].item.ask, answer);
		return answer;
	}

	private isToBeSplit(pieces: Array<Piece<Ask>>, error: unknown): boolean {
		return (
			pieces.length > 1 &&
			error instanceof ServiceError &&
			error.rejectsContent &&
			this.operation.bulk?.isSplitWhenRejected(pieces[0].ask) === true
		);
	}

	private note(pieces: Array<Piece<Ask>>, outcome: Outcome): void {
		for (const piece of pieces) {
			piece.outcome = outcome;
			if (this.isSettled(outcome)) {
				this.execution.memory.remember(piece.item.index, piece.index, outcome);
			}
		}
	}

	/** Whether another try of the run must not send the piece again. */
	private isSettled(outcome: Outcome): boolean {
		if (outcome.kind === 'accepted') return true;
		const isUncertain =
			outcome.error instanceof ServiceError && outcome.error.outcome === 'uncertain';
		return isUncertain && this.operation.effect === 'once';
	}
}
