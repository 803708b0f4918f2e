import type { IDataObject } from 'n8n-workflow';
import { isSameNewsletter, type Newsletter } from './Newsletter';

interface SentNewsletter extends Pick<Newsletter, 'list' | 'digest' | 'deliveredAt'> {
	isInDoubt: boolean;
	/** Set if all items in doubt share this key. */
	sendOnceKey?: string;
}

const SENT = 'sentEmails';

/** Sent newsletters, which n8n keeps with the execution, also for Retry. */
export class SentInExecution {
	/** @param context n8n's context of the node */
	constructor(private readonly context: IDataObject) {}

	countTo(list: string): number {
		return this.kept.filter((one) => one.list === list).length;
	}

	find(newsletter: Newsletter): SentNewsletter | undefined {
		return this.kept.find((one) => isSameNewsletter(newsletter, one));
	}

	add(same: Newsletter[], isInDoubt: boolean): void {
		const newsletter = same.at(0);
		if (!newsletter || newsletter.isTest) return;
		const known = this.find(newsletter);
		if (known) {
			known.isInDoubt &&= isInDoubt;
			return;
		}
		const { list, digest, deliveredAt, sendOnceKey: key } = newsletter;
		const isOneKey = same.every(({ sendOnceKey }) => sendOnceKey === key);
		const sendOnceKey = isInDoubt && isOneKey ? key : undefined;
		this.context[SENT] ??= [];
		this.kept.push({ list, digest, deliveredAt, isInDoubt, sendOnceKey });
	}

	private get kept(): SentNewsletter[] {
		return (this.context[SENT] ?? []) as unknown as SentNewsletter[];
	}
}
