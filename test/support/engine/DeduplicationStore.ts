import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

type Call = [
	values: DeduplicationItemTypes[],
	scope: DeduplicationScope,
	context: ICheckProcessedContextData,
	options: ICheckProcessedOptions,
];

type CountCall = [scope: DeduplicationScope, context: ICheckProcessedContextData];

/** A call takes n8n some ms, on the fastest database. */
const HALF_CALL_MS = 3;

/** Hashes as n8n keeps them, in the order in which they came. */
type Row = string[];

const hashOf = (value: DeduplicationItemTypes) =>
	createHash('md5').update(value.toString()).digest('base64');

/**
 * n8n's deduplication store in memory, with what its own does: a row for each node of each workflow, no lock between reading and
 * writing it, values that stand twice in one call are new twice, and with
 * `maxEntries` the oldest go. The first two calls at once both insert the row, and the second fails.
 */
export class DeduplicationStore implements IDataDeduplicator {
	/** Errors that the next calls throw. */
	failures: Error[] = [];

	private readonly rows = new Map<string, Row>();

	/** How many values there are of the node. */
	sizeOf(nodeId: string): number {
		const rows = [...this.rows].filter(([name]) =>
			name.endsWith(JSON.stringify([nodeId]).slice(1)),
		);
		return rows.reduce((sum, [, row]) => sum + row.length, 0);
	}

	/** Whether a value of a node of the engine's workflow is stored. */
	has(nodeId: string, value: string): boolean {
		return this.rows.get(nameIn('engine test', nodeId))?.includes(hashOf(value)) ?? false;
	}

	/** Stores values of a node of the engine's workflow, as an earlier process has left them. */
	seed(nodeId: string, values: string[]): void {
		this.rows.set(nameIn('engine test', nodeId), values.map(hashOf));
	}

	/** Removes a value, as another process does. */
	drop(nodeId: string, value: string): void {
		const name = nameIn('engine test', nodeId);
		const row = this.rows.get(name) ?? [];
		this.rows.set(
			name,
			row.filter((hash) => hash !== hashOf(value)),
		);
	}

	reset(): void {
		this.rows.clear();
		this.failures = [];
	}

	async checkProcessedAndRecord(...call: Call): Promise<IDeduplicationOutput> {
		const [values, , , { maxEntries }] = call;
		const found = await this.read(call);
		const known = new Set(found);
		const fresh = values.filter((value) => !known.has(hashOf(value)));
		const row = [...(found ?? []), ...fresh.map(hashOf)];
		await this.write(call, maxEntries ? row.slice(-maxEntries) : row, found === undefined);
		return { new: fresh, processed: values.filter((value) => known.has(hashOf(value))) };
	}

	async removeProcessed(...call: Call): Promise<void> {
		const found = await this.read(call);
		if (!found) return;
		const row = [...found];
		for (const value of call[0]) {
			const at = row.indexOf(hashOf(value));
			if (at !== -1) row.splice(at, 1);
		}
		await this.write(call, row, false);
	}

	async clearAllProcessedItems(): Promise<void> {
		throw new Error('The node is to clear nothing');
	}

	async getProcessedDataCount(...[scope, context]: CountCall): Promise<number> {
		return this.rows.get(nameOf(scope, context))?.length ?? 0;
	}

	/** Others get their turn between reading and writing, as with a database. */
	private async read(call: Call): Promise<Row | undefined> {
		const failure = this.failures.shift();
		if (failure) throw failure;
		const row = this.rows.get(rowOf(call));
		await wait(HALF_CALL_MS);
		return row;
	}

	private async write(call: Call, row: Row, isInsert: boolean): Promise<void> {
		if (isInsert && this.rows.has(rowOf(call))) {
			throw new Error('UNIQUE constraint failed: processed_data.context');
		}
		this.rows.set(rowOf(call), row);
		await wait(HALF_CALL_MS);
	}
}

const rowOf = ([, scope, context]: Call) => nameOf(scope, context);

const nameOf = (scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData) =>
	nameIn(workflow.id, scope === 'node' ? node?.id : undefined);

const nameIn = (workflowId: string, nodeId?: string) => JSON.stringify([workflowId, nodeId]);

/** A store for the tests of a file, empty before each of them. n8n's engine knows of one only, that of the file before. */
export function useDeduplicationStore(): DeduplicationStore {
	const store = new DeduplicationStore();
	beforeAll(async () => {
		Object.assign(DataDeduplicationService, { instance: undefined });
		await DataDeduplicationService.init(store);
	});
	beforeEach(() => store.reset());
	return store;
}
