import { createHash } from 'node:crypto';
import type { Deduplication } from '../../nodes/Mailroom/neverTwice/key/DedupStore';

/** Runs for each write of the row, which may delay, fail or prevent it. */
export interface WriteHooks {
	beforeWrite?(): Promise<void>;
	afterWrite?(): Promise<void>;
}

/**
 * A node's row of n8n's table `processed_data`, with what `checkProcessedAndRecord` and `removeProcessed` of n8n 2.40.7 do to it
 * (its DeduplicationHelper, mode "entries"): read, change, write, without a lock. Values that stand twice in one call are new twice.
 */
export class DeduplicationRow {
	private data: string[] | undefined;

	/** Names of the calls, in order. */
	readonly calls: string[] = [];

	get size(): number {
		return this.data?.length ?? 0;
	}

	has(value: string): boolean {
		return this.data?.includes(md5(value)) ?? false;
	}

	/** Stores values as an earlier process has left them. */
	seed(values: string[]): void {
		this.data = values.map(md5);
	}

	/** n8n deletes the row with its workflow. */
	delete(): void {
		this.data = undefined;
	}

	/** As one process of n8n sees it. */
	helpers({ beforeWrite = nothing, afterWrite = nothing }: WriteHooks = {}): Deduplication {
		const write = async (data: string[], isInsert: boolean) => {
			await beforeWrite();
			if (isInsert && this.data) throw new Error('UNIQUE constraint failed: processed_data');
			this.data = data;
			await afterWrite();
		};
		return {
			checkProcessedAndRecord: async (values, _scope, { maxEntries = Infinity }) => {
				this.calls.push('record');
				const hashes = values.map((value) => md5(String(value)));
				if (!this.data) {
					await write(hashes.slice(Math.max(0, hashes.length - maxEntries)), true);
					return { new: values, processed: [] };
				}
				const data = [...this.data];
				const known = new Set(data);
				data.push(...hashes.filter((hash) => !known.has(hash)));
				await write(data.slice(Math.max(0, data.length - maxEntries)), false);
				return {
					new: values.filter((_, index) => !known.has(hashes[index])),
					processed: values.filter((_, index) => known.has(hashes[index])),
				};
			},
			removeProcessed: async (values) => {
				this.calls.push('remove');
				if (!this.data) return;
				const data = [...this.data];
				for (const value of values) {
					const index = data.indexOf(md5(String(value)));
					if (index !== -1) data.splice(index, 1);
				}
				await write(data, false);
			},
		};
	}
}

function md5(value: string): string {
	return createHash('md5').update(value).digest('base64');
}

async function nothing(): Promise<void> {
	await Promise.resolve();
}
