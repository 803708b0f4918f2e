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

/** Allows five requests per millisecond, more than the node can make. */
const HURRIED_WINDOW_MS = 2;
/** The node waits this long for a request to reach the network. */
const SENDING_MS = 5;

/**
 * Turns off the node's rate limit by changing the constant and the clock that the node reads. The modules are loaded once, so
 * the node sees the change.
 */
export function hurry(packageFolder: string) {
	const transport = join(packageFolder, 'dist/nodes/Mailroom/transport');
	const { RATE_RULE } = loadCompiled(join(transport, 'gate', 'RateLimiter.js'));
	Object.assign(RATE_RULE, { windowMs: HURRIED_WINDOW_MS });
	const isShort = (ms: number) => ms <= SENDING_MS;
	const sleep = async (ms: number) => await (isShort(ms) ? nextTurn() : wait(ms));
	Object.assign(loadCompiled(join(transport, 'clock.js')).systemClock, { sleep });
}
