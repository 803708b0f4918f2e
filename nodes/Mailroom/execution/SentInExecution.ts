import type { IDataObject } from 'n8n-workflow';
import { grouped } from '../grouped';
import { sendOnceEntry } from '../sendOnce/dedupEntry';

/** Tells an email to a list from others. */
export interface EmailIdentity {
	list: string;
	/** The time of delivery, in ms since 1970; 0 without one. */
	at: number;
	/** A hash of everything else. It is computed on demand, since the items may be many. */
	digest(): string;
	sendOnceKey?: string;
}

/** An email that was sent, or may have been. n8n saves it with the execution, so it holds no text. */
interface SentEmail {
	list: string;
	digest: string;
	/** The first and the last time of delivery among the items that shared it. */
	from: number;
	to: number;
	isInDoubt: boolean;
	/** See entryOf; set where all items that left it in doubt have the same. */
	sendOnceEntry?: string;
}

/** The key in n8n's context of the node. */
const SENT = 'sentEmails';

/** Dates less than this apart are one time: an expression with `$now` is evaluated for each item anew. */
export const SAME_MOMENT_MS = 1_000;

/** Limits how far apart the first and the last date of an email are, when each is close to the one before. */
export const MAX_DRIFT_MS = 60_000;

/**
 * The emails to lists that the runs of a node have sent in one execution, such as the rounds of a loop, or have found to be sent
 * earlier. They are kept in n8n's context of the node, which lives as long as the execution, also while that waits. n8n's Retry
 * begins with it.
 */
export class SentInExecution {
	private readonly byList: Map<string, SentEmail[]>;

	private readonly byDigest: Map<string, SentEmail[]>;

	/** @param context n8n's context of the node */
	constructor(private readonly context: IDataObject) {
		this.byList = grouped(this.kept, ({ list }) => list);
		this.byDigest = grouped(this.kept, ({ digest }) => digest);
	}

	countTo(list: string): number {
		return this.byList.get(list)?.length ?? 0;
	}

	find({ list, at, digest }: EmailIdentity): SentEmail | undefined {
		return this.byDigest
			.get(digest())
			?.find(
				(one) =>
					one.list === list && at - one.to < SAME_MOMENT_MS && one.from - at < SAME_MOMENT_MS,
			);
	}

	/** @param several items that shared one request */
	add(several: EmailIdentity[], { isInDoubt }: Pick<SentEmail, 'isInDoubt'>): void {
		const [first] = several;
		const known = this.find(first);
		if (!known) {
			this.addNew(several, isInDoubt);
			return;
		}
		known.isInDoubt &&= isInDoubt;
		for (const one of several) {
			// A time that moves on, as `{{ $now }}` does from round to round, takes its email along.
			const times = widened(known, one);
			if (times.to - times.from < MAX_DRIFT_MS) Object.assign(known, times);
		}
	}

	private addNew(several: EmailIdentity[], isInDoubt: boolean): void {
		const [first] = several;
		const { list, at, sendOnceKey } = first;
		const digest = first.digest();
		const times = several.reduce(widened, { from: at, to: at });
		const isOneKey = several.every((one) => one.sendOnceKey === sendOnceKey);
		const email: SentEmail = {
			list,
			digest,
			...times,
			isInDoubt,
			sendOnceEntry: isInDoubt && isOneKey ? entryOf(first) : undefined,
		};
		this.context[SENT] ??= [];
		this.kept.push(email);
		append(this.byList, list, email);
		append(this.byDigest, digest, email);
	}

	private get kept(): SentEmail[] {
		return (this.context[SENT] ?? []) as unknown as SentEmail[];
	}
}

/** The entry of an email in the history of what was sent; undefined without a Send Once Key. */
export function entryOf({ list, sendOnceKey: key }: EmailIdentity): string | undefined {
	return key === undefined ? undefined : sendOnceEntry({ kind: 'list', key, recipient: list });
}

type Times = Pick<SentEmail, 'from' | 'to'>;

function widened({ from, to }: Times, { at }: EmailIdentity): Times {
	return { from: Math.min(from, at), to: Math.max(to, at) };
}

function append(groups: Map<string, SentEmail[]>, key: string, email: SentEmail): void {
	const group = groups.get(key);
	if (group) group.push(email);
	else groups.set(key, [email]);
}
