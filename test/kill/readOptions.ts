import { ToolError } from '../../tools/ToolError';
import { anySeed, readFlags } from '../../tools/readFlags';

const USAGE =
	'Usage: npm run test:kill [-- --kills <of each kind> --trials <of each kind> --bursts <rounds> --pairs <rounds> --emails <of a run or a burst, at the most> --from <number of the first round> --only process|queue --seed <number>]';

export interface Options {
	/** Of each mailing, in each way to run n8n. */
	kills: number;
	/** Overlaps of two workers. */
	trials: number;
	/** Bursts of executions that n8n ends in, in one process. */
	bursts: number;
	/** Calls of two workers for the same recipients, one a moment after the other. */
	pairs: number;
	/** Of a run that sends one by one, and of a burst at the most. */
	emails: number;
	/** Number of the first round of both, which decides what is tried. */
	from: number;
	only?: 'process' | 'queue';
	/** Of the moments of the kills. */
	seed: number;
}

export function readOptions(args: string[]): Options {
	const presets = {
		...{ kills: '10', trials: '20', bursts: '20', pairs: '6' },
		...{ emails: '120', from: '0', only: '', seed: anySeed() },
	};
	const { countOf, textOf } = readFlags(args, { presets, usage: USAGE });
	const only = textOf('only') || undefined;
	if (only !== undefined && only !== 'process' && only !== 'queue') throw new ToolError(USAGE);
	return {
		kills: countOf('kills'),
		trials: countOf('trials'),
		bursts: countOf('bursts'),
		pairs: countOf('pairs'),
		emails: countOf('emails'),
		from: countOf('from'),
		only,
		seed: countOf('seed'),
	};
}
