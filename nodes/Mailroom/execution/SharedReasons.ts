import type { ServiceError } from '../transport/ServiceError';
import { comparableReason } from './comparableReason';
import type { SharedReason } from './Item';

/** For which reasons the service rejects pieces of a run, and for how many of them it is the same. */
export class SharedReasons {
	private readonly byText = new Map<string, { reason: string; shared: SharedReason }>();

	/** Counts pieces that were rejected alone, or were not tried alone since others had been rejected so. */
	add(
		{ reason, status }: ServiceError,
		{ triedCount = 0, untriedCount = 0 }: Partial<SharedReason>,
	): SharedReason {
		const text = comparableReason(reason, status);
		const { shared } = this.byText.get(text) ?? { shared: { triedCount: 0, untriedCount: 0 } };
		shared.triedCount += triedCount;
		shared.untriedCount += untriedCount;
		this.byText.set(text, { reason, shared });
		return shared;
	}

	/** Each reason as the service gave it last. */
	all(): Array<{ reason: string; shared: SharedReason }> {
		return [...this.byText.values()];
	}
}
