import type { IRun } from 'n8n-workflow';

/**
 * All that n8n would save of an execution, as one text to search for what must not be in it. Like
 * n8n it writes an object once that is referred to several times.
 */
export const savedText = (result: IRun): string => {
	const seen = new WeakSet();
	return JSON.stringify(result, (_key, value) => {
		if (typeof value !== 'object' || value === null) return value;
		if (seen.has(value)) return undefined;
		seen.add(value);
		return value;
	});
};
