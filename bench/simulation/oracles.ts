import { REQUESTS_PER_SECOND } from '../../nodes/Mailroom/service';
import { AdaptiveRate, WINDOW_MS } from '../../nodes/Mailroom/transport/AdaptiveRate';
import { goodput, jainsIndex, mean, refusedPart } from '../../tools/simulation/measure';
import {
	longQueues,
	percent,
	printTable,
	repeat,
	repeatWithLongQueues,
	WINDOWS,
} from './experiment';
import { OwnDelayOnly } from './otherRates';

/** The limiter waits so long until a request has left. */
const LEAVING_MS = 5;

/** Knows how many workers there are, which no limiter can. A 429 moves its worker to another place in the round. */
class KnowsHowMany extends AdaptiveRate {
	constructor(private readonly workers: number) {
		super();
	}

	intervalMs() {
		return (WINDOW_MS * this.workers) / REQUESTS_PER_SECOND;
	}

	onThrottled() {
		return true;
	}
}

/** As fast as one can be who does not learn from 429s: starts in bunches of so many, each as soon as the one before has left. */
class Bunches extends OwnDelayOnly {
	private readonly periodMs: number;

	private askedAt = -1;

	constructor(private readonly size: number) {
		super();
		this.periodMs = (WINDOW_MS * size) / REQUESTS_PER_SECOND;
	}

	intervalMs(now: number) {
		// The limiter asks before a start too, to know how many may be under way together.
		const isBefore = now !== this.askedAt;
		this.askedAt = now;
		if (isBefore) return LEAVING_MS;
		// A start may come a moment before its bunch is due.
		const sinceMs = ((now + LEAVING_MS / 2) % this.periodMs) - LEAVING_MS / 2;
		const isLast = sinceMs > (this.size - 1.5) * LEAVING_MS;
		return isLast ? this.periodMs - sinceMs : LEAVING_MS;
	}
}

/** What could be had by one worker whose answers take any time, and by workers who know how many they are. */
export async function printOracles() {
	const bunches: Array<Array<string | number>> = [['in a bunch', 'used', '429']];
	for (const size of [1, 2, 5, 10]) {
		const newRate = () => new Bunches(size);
		const one = { workers: longQueues(1), window: 'sliding', unsteady: true, newRate } as const;
		const results = await repeat(one);
		const refused = results.map((result) => refusedPart(result));
		bunches.push([size, percent(results.map(goodput)), percent(refused)]);
	}
	console.log('One worker, each answer takes any time, sliding window\n');
	printTable(bunches);

	const known: Array<Array<string | number>> = [
		['workers', 'window', 'used', '429', "Jain's index"],
	];
	for (const count of [2, 8, 32]) {
		for (const window of WINDOWS) {
			const newRate = () => new KnowsHowMany(count);
			const results = await repeatWithLongQueues(count, { window, newRate });
			const refused = percent(results.map((result) => refusedPart(result)));
			const jain = mean(results.map(jainsIndex)).toFixed(2);
			known.push([count, window, percent(results.map(goodput)), refused, jain]);
		}
	}
	console.log('Workers who know how many they are\n');
	printTable(known);
}
