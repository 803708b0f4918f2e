import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { N8nInstall } from './installN8n';

export interface DatabaseOwner {
	install: Pick<N8nInstall, 'node'>;
	userFolder: string;
}

/** Runs a statement in n8n's SQLite database. The values replace its question marks. */
export type RunSql = <Row>(statement: string, ...values: Array<string | number>) => Promise<Row[]>;

export function databaseOf({ install, userFolder }: DatabaseOwner): RunSql {
	const file = join(userFolder, '.n8n', 'database.sqlite');
	const script = join(__dirname, 'runSql.js');
	return async (statement, ...values) => {
		const { stdout } = await promisify(execFile)(
			install.node,
			['--no-warnings', script, file, statement, JSON.stringify(values)],
			{ maxBuffer: Infinity },
		);
		return JSON.parse(stdout);
	};
}
