import type { INode } from 'n8n-workflow';

/** Says if an AI uses the node: n8n gives the tool form of a node a type of its own. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}
