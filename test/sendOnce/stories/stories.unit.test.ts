import fc from 'fast-check';
import { Claim } from '../../../nodes/Mailroom/neverTwice/key/Claim';
import { ClaimTable } from '../../../nodes/Mailroom/neverTwice/key/ClaimTable';
import { claimValues } from '../../../nodes/Mailroom/neverTwice/key/Entry';
import { Judge } from '../../../nodes/Mailroom/neverTwice/key/Judge';
import type { KeyedBatch } from '../../../nodes/Mailroom/neverTwice/key/KeyedBatch';
import { Ledger } from '../../../nodes/Mailroom/neverTwice/key/Ledger';
import { runStory } from './runStory';
import { crowd, stories } from './Story';

const RUNS = 300;
const MUTANT_RUNS = 2_000;

const property = fc.asyncProperty(stories, async (story) => {
	expect(await runStory(story)).toEqual([]);
});

test('random runs of one process, with crashes, lost responses, cancellations and a failing store: one email each, nobody is blocked or forgotten', async () => {
	await fc.assert(property, { numRuns: RUNS, examples: [[crowd]] });
});

describe('finds what is wrong with a ledger that', () => {
	let restore = () => {};
	afterEach(() => restore());

	/** Replaces methods of a class, also private ones. */
	const replace = ({ prototype }: { prototype: object }, methods: object) => {
		const names = Object.keys(methods);
		const originals = names.map((name) => Object.getOwnPropertyDescriptor(prototype, name) ?? {});
		Object.assign(prototype, methods);
		restore = () =>
			names.forEach((name, index) => Object.defineProperty(prototype, name, originals[index]));
	};

	const isBlocked = ClaimTable.prototype['isBlocked'];
	const { end } = Ledger.prototype;
	const unblocked = new WeakSet<KeyedBatch>();

	const mutants: Array<[what: string, replace: () => void]> = [
		['takes entries that another batch has', () => replace(ClaimTable, { isBlocked: () => false })],
		[
			'does not look again at entries when it gets its room',
			() =>
				replace(ClaimTable, {
					isBlocked(this: ClaimTable, batch: KeyedBatch) {
						if (!unblocked.has(batch) && isBlocked.call(this, batch)) return true;
						unblocked.add(batch);
						return false;
					},
				}),
		],
		[
			'takes an open entry as free',
			() => replace(Judge, { judgeOpen: (claim: Claim) => claim.grant() }),
		],
		[
			'releases what is in doubt',
			() =>
				replace(Ledger, {
					end(this: Ledger, ...[claim, ending]: Parameters<Ledger['end']>) {
						end.call(this, claim, ending === 'inDoubt' ? 'released' : ending);
					},
				}),
		],
		[
			'does not write an ending again after the store has failed',
			() =>
				replace(Claim, {
					planRetry(this: Claim) {
						this.dueAt = Infinity;
						return true;
					},
				}),
		],
		['keeps what was withdrawn', () => replace(Ledger, { withdraw: () => {} })],
		[
			'removes that an email was sent',
			() =>
				replace(Claim, {
					valuesToRemove(this: Claim) {
						return claimValues(this.entry);
					},
				}),
		],
	];

	test.each(mutants)('%s', async (_, mutate) => {
		mutate();
		const settings = { numRuns: MUTANT_RUNS, endOnFailure: true };
		const { failed } = await fc.check(property, { ...settings, examples: [[crowd]] });
		expect(failed).toBe(true);
	});
});
