import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ToolError } from '../../tools/ToolError';

const USAGE =
	'Usage: npm run test:kill [-- --kills <of each kind> --trials <of each kind> --bursts <rounds> --pairs <rounds> --from <number of the first round> --only process|queue --seed <number>]';

const MOST_SEEDS = 1_000_000;

export interface Options {
	/** Of each mailing, in each way to run n8n. */
	kills: number;
	/** Overlaps of two workers. */
	trials: number;
	/** Bursts of executions that n8n ends in, in one process. */
	bursts: number;
	/** Calls of two workers for the same recipients, one a moment after the other. */
	pairs: number;
	/** Number of the first round of both, which decides what is tried. */
	from: number;
	only?: 'process' | 'queue';
	/** Of the moments of the kills. */
	seed: number;
}

export function readOptions(args: string[]): Options {
	const { kills, trials, bursts, pairs, from, only, seed } = readFlags(args);
	if (only !== undefined && only !== 'process' && only !== 'queue') throw new ToolError(USAGE);
	return {
		kills: countOf(kills),
		trials: countOf(trials),
		bursts: countOf(bursts),
		pairs: countOf(pairs),
		from: countOf(from),
		only,
		seed: countOf(seed),
	};
}

function readFlags(args: string[]) {
	try {
		const { values } = parseArgs({
			args,
			options: {
				kills: { type: 'string', default: '10' },
				trials: { type: 'string', default: '20' },
				bursts: { type: 'string', default: '20' },
				pairs: { type: 'string', default: '6' },
				from: { type: 'string', default: '0' },
				only: { type: 'string' },
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
