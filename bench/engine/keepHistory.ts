import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Container } from '@n8n/di';
import { DataDeduplicationService } from 'n8n-core';
import { loadCompiled } from './loadCompiled';

interface Row {
	value: { mode: 'entries'; data: string[] };
}

/**
 * Gives the workflow n8n's own deduplication store. Only the database is replaced: its row is kept in memory as text.
 *
 * @param entries number of unrelated entries that earlier runs stored for the node
 */
export async function keepHistory(entries: number) {
	const n8n = dirname(dirname(String(process.env.MAILROOM_BENCH_N8N)));
	const { DeduplicationHelper } = loadCompiled(
		join(n8n, 'dist/deduplication/deduplication-helper.js'),
	);
	const { ProcessedDataRepository } = loadCompiled(require.resolve('@n8n/db', { paths: [n8n] }));
	const data = Array.from({ length: entries }, () => randomBytes(16).toString('base64'));
	let text = JSON.stringify({ value: { mode: 'entries', data } });
	const write = async (row: Row) => {
		text = JSON.stringify(row);
	};
	Container.set(ProcessedDataRepository, {
		findOne: async (): Promise<Row> => JSON.parse(text),
		insert: write,
		update: async (_where: object, row: Row) => await write(row),
	});
	await DataDeduplicationService.init(new DeduplicationHelper());
}
