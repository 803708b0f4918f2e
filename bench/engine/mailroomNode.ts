import { join } from 'node:path';
import { NodeTypes } from '../../tools/engine/NodeTypes';
import { loadCompiled } from './loadCompiled';
import type { Node } from './runWorkflow';

/** The packed node, as n8n loads it. */
export function mailroomNode(packageFolder: string): Node {
	const { Mailroom } = loadCompiled(join(packageFolder, 'dist/nodes/Mailroom/Mailroom.node.js'));
	return {
		type: 'n8n-nodes-mailroom.mailroom',
		typeVersion: 1,
		nodeType: NodeTypes.load(Mailroom),
	};
}

/**
 * Takes the limit of the service out of the node's way. Nothing of it has been loaded twice, so that this is the constant that
 * the node reads.
 *
 * @param intervalMs between the starts of two requests, instead of 104 ms
 */
export function hurry(packageFolder: string, intervalMs: number) {
	const file = join(packageFolder, 'dist/nodes/Mailroom/transport/AdaptiveRate.js');
	Object.assign(loadCompiled(file), { WINDOW_MS: 10 * intervalMs });
}
