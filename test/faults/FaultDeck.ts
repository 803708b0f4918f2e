import { faultKinds } from './faultKinds';
import type { Dice } from './dice';

/** Share of the requests with which things start to go wrong. */
const FAULT_SHARE = 0.2;

/** What goes wrong with one request after the other: each kind alone, and what only several in a row bring about. */
const CARDS = [
	...Object.keys(faultKinds).map((kind) => [kind]),
	// The node gives up, and nothing was done, or all of it.
	['500', '503', 'drop', 'timeout'],
	['503 after acting', 'timeout after acting', 'drop after acting', '503 after acting'],
	// Done at once, but the node only hears that it fails; with "Retry On Fail", also in the next try.
	['drop after acting', '503', '500', 'drop'],
	['503 after acting', '500', 'drop', '503', '409'],
	// Done, then rejected, the halves of a call as well.
	['drop after acting', '409', '409', '409'],
	// A call that is split: some of it is rejected, some may have been done.
	['409', '409', 'drop after acting'],
	['409', '409', '409', 'drop after acting'],
	// An outage that comes back as soon as it is over, and one that ends in silence.
	['outage', 'outage after acting'],
	['outage', 'silence'],
	['restart', '503 after acting'],
];

/** Deals out what goes wrong, every card as often as the others. */
export class FaultDeck {
	private cards: string[][] = [];

	constructor(private readonly dice: Dice) {}

	/**
	 * What goes wrong with the first, second ... request of a run; undefined where nothing does.
	 *
	 * @param length at least
	 * @param first kinds with which it begins
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
