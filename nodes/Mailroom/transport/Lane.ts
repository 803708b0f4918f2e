import { Cancellation } from './Cancellation';

/**
 * One run of a node, or one drop-down, as the transport sees it: whose turn it is, and whether it was cancelled.
 */
export class Lane extends Cancellation {
	/** How many of its requests have started and not ended. */
	underWay = 0;
}
