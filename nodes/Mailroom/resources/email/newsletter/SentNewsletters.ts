import type { ExecutionMemory, SentNewsletter } from '../../../run/memory/ExecutionMemory';
import { commonKey, type Newsletter } from './sameNewsletter';

/** Newsletters that this node has sent in this execution, or in another one that counts as the same. */
export class SentNewsletters {
	/** @param memories of the executions that count as one; each gets the newsletters that are sent */
	constructor(private readonly memories: ExecutionMemory[]) {}

	countTo(list: string): number {
		const toList = this.memories
			.flatMap(entriesOf)
			.filter((one) => one.list === list && !one.isTest);
		return new Set(toList.map(({ digest }) => digest)).size;
	}

	find({ digest }: Pick<Newsletter, 'digest'>): SentNewsletter | undefined {
		const found = this.memories.flatMap(entriesOf).filter((one) => one.digest === digest);
		return found.find(({ isInDoubt }) => !isInDoubt) ?? found.at(0);
	}

	/** @param same of units that share one email */
	add(same: Newsletter[], isInDoubt: boolean): void {
		const newsletter = same.at(0);
		if (!newsletter) return;
		const { list, digest, isTest } = newsletter;
		const sendOnceKey = isInDoubt ? commonKey(same) : undefined;
		for (const memory of this.memories) {
			const entries = entriesOf(memory);
			const known = entries.find((one) => one.digest === digest);
			// Once sent, it stays sent.
			if (known) known.isInDoubt &&= isInDoubt;
			else memory.set('sentEmails', [...entries, { list, digest, isTest, isInDoubt, sendOnceKey }]);
		}
	}
}

function entriesOf(memory: ExecutionMemory): SentNewsletter[] {
	return memory.get('sentEmails') ?? [];
}
