import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ToolError } from '../../tools/ToolError';

const USAGE =
	'Usage: npm run test:queue [-- --bursts <at each concurrency> --concurrency <of a worker>,... --from <number of the first burst> --seed <number>]';

const MOST_SEEDS = 1_000_000;

export interface Options {
	/** At each concurrency. */
	bursts: number;
	/** How many executions a worker runs at the same time, one n8n after the other. */
	concurrencies: number[];
	/** Number of the first burst. */
	from: number;
	/** Of the recipients. */
	seed: number;
}

export function readOptions(args: string[]): Options {
	const { bursts, concurrency, from, seed } = readFlags(args);
	return {
		bursts: countOf(bursts),
		concurrencies: concurrency.split(',').map(countOf),
		from: countOf(from),
		seed: countOf(seed),
	};
}

function readFlags(args: string[]) {
	try {
		const { values } = parseArgs({
			args,
			options: {
				bursts: { type: 'string', default: '18' },
				concurrency: { type: 'string', default: '10,50' },
				from: { type: 'string', default: '0' },
				seed: { type: 'string', default: String(randomInt(MOST_SEEDS)) },
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
