import { newMark } from './dedupEntry';

/** What the marks of earlier writes prove. */
export interface Proof {
	/** The last record stands for good, since each process that had read before it has written by now. */
	isLastFound: boolean;
	/** Another process has undone the last removal. */
	isRemovalUndone: boolean;
}

/** Each record stores a new mark. The next one tells by the marks whether another process has undone a write. */
export class Marks {
	/** Of the last record. */
	private last: string | undefined;

	/** Of the record before, if it was found. */
	private found: string | undefined;

	/** Removed together with the values of the last removal. */
	private removed: { proof: string; others: string[] } | undefined;

	/** Of records that failed, but may be stored. */
	private failed: string[] = [];

	/** Stored, and of no more use. */
	private old: string[] = [];

	/** @returns the mark of a new record, and those to look for, which the record stores again */
	next(): { mark: string; lookedFor: string[] } {
		const { last, removed, failed } = this;
		const known = [last, removed?.proof].filter((mark) => mark !== undefined);
		return { mark: newMark(), lookedFor: [...known, ...failed] };
	}

	onFailed(mark: string): void {
		this.failed.push(mark);
	}

	onRecorded(mark: string, stored: ReadonlySet<string>): Proof {
		const { last, removed, failed } = this;
		// A failed record that is stored has stored all marks again, so they prove nothing.
		const isProof = !failed.some((one) => stored.has(one));
		const isStored = (one: string | undefined) => one !== undefined && stored.has(one);
		const isRemovalUndone = isProof && isStored(removed?.proof);
		this.found = isProof && isStored(last) ? last : undefined;
		if (removed) this.old.push(removed.proof, ...(isRemovalUndone ? removed.others : []));
		this.old.push(...failed, ...(last === undefined ? [] : [last]));
		this.last = mark;
		this.removed = undefined;
		this.failed = [];
		return { isLastFound: this.found !== undefined, isRemovalUndone };
	}

	/** @returns marks to remove together with other values, after a record that found the last one */
	toRemove(): string[] {
		const { found, old } = this;
		if (found === undefined) return [];
		this.removed = { proof: found, others: old.filter((mark) => mark !== found) };
		this.old = [];
		return old;
	}

	/** @returns all marks that are stored */
	clear(): string[] {
		const all = [...this.old, ...this.next().lookedFor];
		Object.assign(this, new Marks());
		return all;
	}
}
