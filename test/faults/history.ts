import { DataDeduplicationService } from 'n8n-core';
import { DeduplicationStore } from '../support/engine/DeduplicationStore';

let opened: Promise<void> | undefined;

/** What "Send Once Key" remembers. n8n's engine knows of one store only. */
export async function openHistory(): Promise<void> {
	opened ??= DataDeduplicationService.init(new DeduplicationStore());
	await opened;
}
