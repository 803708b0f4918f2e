import { databaseOf, type DatabaseOwner } from './databaseOf';

/** n8n writes the whole row of a node each time. */
interface RowWrite {
	/** In ms since 1970. */
	at: number;
	bytes: number;
}

export type RowWrites = Awaited<ReturnType<typeof watchRowWrites>>;

const LOG = 'mailroom_row_writes';
const LOG_THE_ROW = `BEGIN
	INSERT INTO ${LOG}
	VALUES (NEW.workflowId, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER), length(NEW.value));
END`;

/** Logs each write of n8n's deduplication store, which is the table `processed_data` of its SQLite database. */
export async function watchRowWrites(owner: DatabaseOwner) {
	const run = databaseOf(owner);
	await run(`CREATE TABLE IF NOT EXISTS ${LOG} (workflowId TEXT, at INTEGER, bytes INTEGER)`);
	for (const change of ['INSERT', 'UPDATE']) {
		const trigger = `${LOG}_${change}`;
		await run(
			`CREATE TRIGGER IF NOT EXISTS ${trigger} AFTER ${change} ON processed_data ${LOG_THE_ROW}`,
		);
	}
	return {
		/** Writes for the nodes of a workflow so far. */
		of: async ({ id }: { id: string }): Promise<RowWrite[]> =>
			await run(`SELECT at, bytes FROM ${LOG} WHERE workflowId = ? ORDER BY at`, id),
		/** Stores entries of earlier runs for the Mailroom node of a workflow that has not run. The log does not contain this write. */
		fillHistory: async ({ id }: { id: string }, entries: number) => {
			await run(
				`WITH RECURSIVE entry(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM entry WHERE number < ?)
				INSERT INTO processed_data (workflowId, context, value)
				SELECT
					workflow_entity.id,
					'n:' || json_extract(node.value, '$.id'),
					json_object('mode', 'entries', 'data', (SELECT json_group_array(hex(randomblob(12))) FROM entry))
				FROM workflow_entity, json_each(nodes) AS node
				WHERE workflow_entity.id = ? AND json_extract(node.value, '$.type') LIKE '%.mailroom'`,
				...[entries, id],
			);
			await run(`DELETE FROM ${LOG} WHERE workflowId = ?`, id);
		},
	};
}
