import { anySeed, readFlags } from '../../tools/readFlags';

const USAGE =
	'Usage: npm run test:queue [-- --bursts <at each concurrency> --concurrency <of a worker>,... --from <number of the first burst> --seed <number>]';

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
	const presets = { bursts: '18', concurrency: '10,50', from: '0', seed: anySeed() };
	const { countOf, countsOf } = readFlags(args, { presets, usage: USAGE });
	return {
		bursts: countOf('bursts'),
		concurrencies: countsOf('concurrency'),
		from: countOf('from'),
		seed: countOf('seed'),
	};
}
