import type { INodeProperties } from 'n8n-workflow';

/** Options by display name, as n8n wants them in a collection. */
export function inOrder(options: INodeProperties[]): INodeProperties[] {
	// The first call of `localeCompare` takes longer than loading twenty files.
	return options.sort((one, other) => (one.displayName < other.displayName ? -1 : 1));
}
