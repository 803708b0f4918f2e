import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
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

/** Ten starts and the next: five requests per millisecond, faster than they can be done. */
const HURRIED_WINDOW_MS = 2;
/** As long as the node waits for a request to be on the network. */
const SENDING_MS = 5;

/**
 * Takes the limit of the service out of the node's way. Nothing of it has been loaded twice, so that these are the constant and
 * the clock that the node reads.
 */
export function hurry(packageFolder: string) {
	const transport = join(packageFolder, 'dist/nodes/Mailroom/transport');
	Object.assign(loadCompiled(join(transport, 'AdaptiveRate.js')), { WINDOW_MS: HURRIED_WINDOW_MS });
	const isShort = (ms: number) => ms > 0 && ms <= SENDING_MS;
	const sleep = async (ms: number) => await (isShort(ms) ? nextTurn() : wait(ms));
	Object.assign(loadCompiled(join(transport, 'clock.js')).systemClock, { sleep });
}
