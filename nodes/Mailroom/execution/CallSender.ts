import type { ServiceAnswer } from '../service';
import { Lane } from '../transport/lane';
import type { ServiceClient } from '../transport/ServiceClient';
import { isUncertain, ServiceError } from '../transport/serviceError';
import { throwIfCancelled } from './cancellation';
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

	/** @throws NodeOperationError when the execution is cancelled; failures are noted in the pieces */
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
		throwIfCancelled(this.execution);
	}

	/** All at once, but two changes of the same contact one after the other: the later one is to prevail. */
	private async sendSideBySide(
		client: ServiceClient,
		calls: Array<Array<Piece<Ask>>>,
	): Promise<void> {
		const lastChanges = new Map<string, Promise<void>>();
		await Promise.all(
			calls.map(async (pieces) => {
				const { contactKey } = this.operation;
				const subjects = contactKey ? pieces.map(({ ask }) => contactKey(ask)) : [];
				const earlier = subjects.flatMap((contact) => lastChanges.get(contact) ?? []);
				const change = Promise.all(earlier).then(async () => await this.send(client, pieces));
				for (const contact of subjects) lastChanges.set(contact, change);
				await change;
			}),
		);
	}

	/** @param mayBeDone whether the pieces were part of a call that may have been acted on */
	private async send(
		client: ServiceClient,
		pieces: Array<Piece<Ask>>,
		mayBeDone = pieces.some(wasUncertain),
	): Promise<void> {
		if (this.lane.signal?.aborted) return;
		try {
			this.callCount++;
			const answer = await this.call(client, pieces, mayBeDone);
			this.note(pieces, { kind: 'accepted', answer, call: pieces });
		} catch (error) {
			if (this.lane.signal?.aborted) return;
			if (this.isToBeSplit(pieces, error)) {
				const middle = Math.ceil(pieces.length / 2);
				const isUnclear = isUncertain(error);
				await this.send(client, pieces.slice(0, middle), isUnclear);
				await this.send(client, pieces.slice(middle), isUnclear);
				return;
			}
			this.note(pieces, { kind: 'failed', error, call: pieces });
			if (!this.execution.continueOnFail) this.stop.abort();
		}
	}

	/** Throws ServiceError, or the reason of a cancellation. */
	private async call(
		client: ServiceClient,
		pieces: Array<Piece<Ask>>,
		mayBeDone: boolean,
	): Promise<ServiceAnswer> {
		const { operation } = this;
		const { effect, inDoubtNote: uncertainNote, goneIsDone } = operation;
		const content = operation.content(pieces.map(({ ask }) => ask));
		const rules = { effect, uncertainNote, goneIsDone, mayBeDone };
		const request = { ...operation.request, ...content, ...rules };
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
			this.execution.memory.remember(piece.item.index, piece.index, outcome);
		}
	}
}

/** Whether the service may have acted on a piece in an earlier try of the run. */
function wasUncertain({ earlier }: Piece): boolean {
	return earlier?.kind === 'failed' && isUncertain(earlier.error);
}
