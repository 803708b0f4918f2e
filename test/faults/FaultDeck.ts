import { faultKinds } from './faultKinds';
import type { Dice } from './dice';

/** Share of the requests that begin a series of faults. */
const FAULT_SHARE = 0.2;

/** Series of faults for consecutive requests: each kind alone, and combinations. */
const CARDS = [
	...Object.keys(faultKinds).map((kind) => [kind]),
	// The node gives up, after nothing or everything was done.
	['500', '503', 'drop', 'timeout'],
	['503 after acting', 'timeout after acting', 'drop after acting', '503 after acting'],
	// The first request is done, but all responses are failures, also in the next try of "Retry On Fail".
	['drop after acting', '503', '500', 'drop'],
	['503 after acting', '500', 'drop', '503', '409'],
	// The request is done and then rejected, and so are its halves.
	['drop after acting', '409', '409', '409'],
	// A batch is split. Some parts are rejected, and some may have been done.
	['409', '409', 'drop after acting'],
	['409', '409', '409', 'drop after acting'],
	// An outage that returns at once, and one that is followed by silence.
	['outage', 'outage after acting'],
	['outage', 'silence'],
	['restart', '503 after acting'],
];

/** Deals faults, each card equally often. */
export class FaultDeck {
	private cards: string[][] = [];

	constructor(private readonly dice: Dice) {}

	/**
	 * The faults of the first, second ... request of a run; undefined for none.
	 *
	 * @param length minimum
	 * @param first kinds at the beginning
	 */
	script(length: number, first: string[] = []): Array<string | undefined> {
		const script: Array<string | undefined> = [...first];
		while (script.length < length) {
			if (this.dice.chance(FAULT_SHARE)) script.push(...this.deal());
			else script.push(undefined);
		}
		return script;
	}

	private deal() {
		if (this.cards.length === 0) this.cards = this.dice.shuffled(CARDS);
		return this.cards.splice(0, 1)[0];
	}
}
