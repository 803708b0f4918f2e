import type { IDataObject } from 'n8n-workflow';
import type { Newsletter } from './sameNewsletter';

/** As n8n saves it with the execution. */
type SentNewsletter = Pick<Newsletter, 'list' | 'digest' | 'isTest'> & {
	isInDoubt: boolean;
	/** Set if all items in doubt share this key. */
	sendOnceKey?: string;
};

const SENT = 'sentEmails';

/** Newsletters that this node has sent in this execution, or in another one that counts as the same. */
export class SentNewsletters {
	/** @param memories objects that the executions share; each gets what is sent */
	constructor(private readonly memories: IDataObject[]) {}

	countTo(list: string): number {
		const toList = this.memories.flatMap(sentIn).filter((one) => one.list === list && !one.isTest);
		return new Set(toList.map(({ digest }) => digest)).size;
	}

	find({ digest }: Pick<Newsletter, 'digest'>): SentNewsletter | undefined {
		const found = this.memories.flatMap(sentIn).filter((one) => one.digest === digest);
		return found.find(({ isInDoubt }) => !isInDoubt) ?? found.at(0);
	}

	add(same: Newsletter[], isInDoubt: boolean): void {
		const newsletter = same.at(0);
		if (!newsletter) return;
		const { list, digest, isTest, sendOnceKey: key } = newsletter;
		const isOneKey = same.every(({ sendOnceKey }) => sendOnceKey === key);
		const sendOnceKey = isInDoubt && isOneKey ? key : undefined;
		for (const memory of this.memories) {
			const known = sentIn(memory).find((one) => one.digest === digest);
			if (known) known.isInDoubt &&= isInDoubt;
			else memory[SENT] = [...sentIn(memory), { list, digest, isTest, isInDoubt, sendOnceKey }];
		}
	}
}

function sentIn(memory: IDataObject): SentNewsletter[] {
	return (memory[SENT] ?? []) as SentNewsletter[];
}
