import { setTimeout as wait } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes as Value,
	DeduplicationScope,
	ICheckProcessedContextData as Context,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';
import { DeduplicationRow } from '../DeduplicationRow';

type Call = [values: Value[], scope: DeduplicationScope, Context, ICheckProcessedOptions];

/** A call takes n8n some ms, on the fastest database. Others get their turn between reading and writing. */
const HALF_CALL = { beforeWrite: async () => await wait(3), afterWrite: async () => await wait(3) };

/** n8n's deduplication store in memory: a row for each node of each workflow. */
export class DeduplicationStore implements IDataDeduplicator {
	/** Errors that the next calls throw. */
	failures: Error[] = [];

	private readonly rows = new Map<string, DeduplicationRow>();

	/** The row of a node, by default of the engine's workflow. */
	rowOf(nodeId?: string, workflowId = 'engine test'): DeduplicationRow {
		const name = JSON.stringify([workflowId, nodeId]);
		const row = this.rows.get(name) ?? new DeduplicationRow();
		this.rows.set(name, row);
		return row;
	}

	reset(): void {
		this.rows.clear();
		this.failures = [];
	}

	async checkProcessedAndRecord(...call: Call): Promise<IDeduplicationOutput> {
		const [values, scope, , options] = call;
		return await this.calls(call).checkProcessedAndRecord(values, scope, options);
	}

	async removeProcessed(...call: Call): Promise<void> {
		const [values, scope, , options] = call;
		await this.calls(call).removeProcessed(values, scope, options);
	}

	async clearAllProcessedItems(): Promise<void> {
		throw new Error('The node is to clear nothing');
	}

	async getProcessedDataCount(): Promise<number> {
		throw new Error('The node is to count nothing');
	}

	private calls([, scope, { workflow, node }]: Call) {
		const failure = this.failures.shift();
		if (failure) throw failure;
		return this.rowOf(scope === 'node' ? node?.id : undefined, workflow.id).helpers(HALF_CALL);
	}
}

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
