import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ToolError } from './ToolError';

const MOST_SEEDS = 1_000_000;

/** Flags of programs that draw random cases and can repeat them. */
export const anySeed = () => String(randomInt(MOST_SEEDS));

/**
 * The flags of a program, each with a value.
 *
 * @param options.presets default value of every flag
 * @param options.usage text of the error for other arguments
 */
export function readFlags<Name extends string>(
	args: string[],
	{ presets, usage }: { presets: Record<Name, string>; usage: string },
) {
	const values = { ...presets, ...given(args, { names: Object.keys(presets), usage }) };
	const countsOf = (name: Name) => {
		const counts = values[name].split(',').map(Number);
		if (counts.every((count) => Number.isInteger(count) && count >= 0)) return counts;
		throw new ToolError(usage);
	};
	return {
		textOf: (name: Name) => values[name],
		countsOf,
		countOf: (name: Name) => countsOf(name)[0],
	};
}

function given(args: string[], { names, usage }: { names: string[]; usage: string }) {
	const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
	try {
		return parseArgs({ args, options }).values;
	} catch {
		throw new ToolError(usage);
	}
}
