import { randomUUID } from 'node:crypto';

/**
 * Each record stores a new mark. If the next record finds it, the write stands for good: each process that had read before it has
 * written by now. If not, another process has undone it. A removal takes along the mark that was just found. If that one is back,
 * the removal was undone.
 */
export class WriteMarks {
	isLastWriteKept = false;
	isRemovalUndone = false;
	/** A call that has failed is stored, so the other marks prove nothing. */
	isUnclear = false;
	/** Of the last record. */
	private last: string[] = [];
	/** Taken along by the last removal. */
	private removed: string[] = [];
	/** Of records that failed. They may be stored. */
	private failed: string[] = [];
	/** Stored, and of no more use. */
	private old: string[] = [];

	/** @returns the mark of a new record, and those to look for, which stores them again */
	next(): { mark: string; lookedFor: string[] } {
		const mark = `${randomUUID()}:mark`;
		return { mark, lookedFor: [...this.last, ...this.removed, ...this.failed] };
	}

	onFailed(mark: string): void {
		this.failed.push(mark);
	}

	onRecorded(mark: string, stored: ReadonlySet<string>): void {
		const { last, removed, failed } = this;
		const isStored = (one: string) => stored.has(one);
		this.isUnclear = failed.some(isStored);
		this.isLastWriteKept = last.some(isStored) && !this.isUnclear;
		this.isRemovalUndone = removed.some(isStored) && !this.isUnclear;
		this.old.push(...removed, ...failed, ...last);
		[this.last, this.removed, this.failed] = [[mark], [], []];
	}

	/** @returns marks to remove with other values, after a record that has found the last one */
	toRemove(): string[] {
		this.removed = this.old.slice(-1);
		return this.old.splice(0);
	}

	/** @returns all that may be stored */
	clear(): string[] {
		const all = [...this.next().lookedFor, ...this.old];
		[this.last, this.removed, this.failed, this.old] = [[], [], [], []];
		return all;
	}
}
