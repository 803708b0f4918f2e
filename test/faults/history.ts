import { DataDeduplicationService } from 'n8n-core';
import { DeduplicationStore } from '../support/engine/DeduplicationStore';

let opened: Promise<void> | undefined;

async function open(): Promise<void> {
	// Files of tests share n8n's engine, and another one may have opened a store.
	Object.assign(DataDeduplicationService, { instance: undefined });
	await DataDeduplicationService.init(new DeduplicationStore());
}

/** What "Send Once Key" remembers. n8n's engine knows of one store only. */
export async function openHistory(): Promise<void> {
	opened ??= open();
	await opened;
}
