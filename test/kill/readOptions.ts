import { parseArgs } from 'node:util';
import { ToolError } from '../../tools/ToolError';

const USAGE =
	'Usage: npm run test:kill [-- --kills <of each kind> --trials <of each kind> --only process|queue]';

export interface Options {
	/** Of each mailing, in each way to run n8n. */
	kills: number;
	/** Overlaps of two workers. */
	trials: number;
	only?: 'process' | 'queue';
}

export function readOptions(args: string[]): Options {
	const { kills, trials, only } = readFlags(args);
	if (only !== undefined && only !== 'process' && only !== 'queue') throw new ToolError(USAGE);
	return { kills: countOf(kills), trials: countOf(trials), only };
}

function readFlags(args: string[]) {
	try {
		const { values } = parseArgs({
			args,
			options: {
				kills: { type: 'string', default: '10' },
				trials: { type: 'string', default: '20' },
				only: { type: 'string' },
			},
		});
		return values;
	} catch {
		throw new ToolError(USAGE);
	}
}

function countOf(text: string): number {
	const count = Number(text);
	if (!Number.isInteger(count) || count < 0) throw new ToolError(USAGE);
	return count;
}
