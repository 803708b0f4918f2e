import type { IDataObject } from 'n8n-workflow';
import { grouped } from '../grouped';

/** Tells an email to a list from others. */
export interface EmailIdentity {
	list: string;
	/** The time of delivery, in ms since 1970; 0 without one. */
	at: number;
	/** A hash of everything else. It is computed on demand, since the text may be long. */
	digest(): string;
}

/** An email that was sent, or may have been. n8n saves it with the execution, so it holds no text. */
interface SentEmail {
	list: string;
	digest: string;
	/** The first and the last time of delivery among the items that shared it. */
	from: number;
	to: number;
	isInDoubt: boolean;
}

/** The key in n8n's context of the node. */
const SENT = 'sentEmails';

/** Dates less than this apart are one time: an expression with `$now` is evaluated for each item anew. */
export const SAME_MOMENT_MS = 1_000;

/**
 * The emails to lists that the runs of a node have sent in one execution, such as the rounds of a loop. They are kept in n8n's
 * context of the node, which lives as long as the execution, also while that waits. n8n's Retry begins with it.
 */
export class SentInExecution {
	private readonly byList: Map<string, SentEmail[]>;

	/** @param context n8n's context of the node */
	constructor(private readonly context: IDataObject) {
		this.byList = grouped(this.kept, ({ list }) => list);
	}

	countTo(list: string): number {
		return this.byList.get(list)?.length ?? 0;
	}

	find({ list, at, digest }: EmailIdentity): SentEmail | undefined {
		const toList = this.byList.get(list);
		if (!toList) return undefined;
		const wanted = digest();
		return toList.find(
			(one) =>
				one.digest === wanted && at - one.to < SAME_MOMENT_MS && one.from - at < SAME_MOMENT_MS,
		);
	}

	/** @param several items that shared one request */
	add(several: EmailIdentity[], { isInDoubt }: Pick<SentEmail, 'isInDoubt'>): void {
		const [first] = several;
		const known = this.find(first);
		if (known) {
			known.isInDoubt &&= isInDoubt;
			return;
		}
		const { list } = first;
		const times = several.map(({ at }) => at);
		const [from, to] = [Math.min, Math.max].map((of) => times.reduce((one, at) => of(one, at)));
		const email = { list, digest: first.digest(), from, to, isInDoubt };
		this.byList.set(list, [...(this.byList.get(list) ?? []), email]);
		this.context[SENT] ??= [];
		this.kept.push(email);
	}

	private get kept(): SentEmail[] {
		return (this.context[SENT] ?? []) as unknown as SentEmail[];
	}
}
