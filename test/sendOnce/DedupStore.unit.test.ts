import { dedupStore } from '../../nodes/Mailroom/sendOnce/DedupStore';
import { storeFailed } from '../../nodes/Mailroom/sendOnce/outcomeOfAnswer';
import { DeduplicationRow } from '../support/DeduplicationRow';

const MANY = 10_000;

test('tells which values were there before', async () => {
	const store = dedupStore(new DeduplicationRow().helpers());
	expect(await store.record(['a', 'b'], MANY)).toEqual(new Set());
	expect(await store.record(['b', 'c'], MANY)).toEqual(new Set(['b']));
	await store.remove(['b', 'never there']);
	expect(await store.record(['a', 'b', 'c'], MANY)).toEqual(new Set(['a', 'c']));
});

test('takes a value for known that n8n tells nothing of, so that nothing is sent for it', async () => {
	const store = dedupStore({
		checkProcessedAndRecord: async () => await Promise.resolve({ new: [], processed: [] }),
		removeProcessed: async () => await Promise.resolve(),
	});
	expect(await store.record(['a'], MANY)).toEqual(new Set(['a']));
});

test('forgets the oldest', async () => {
	const row = new DeduplicationRow();
	const store = dedupStore(row.helpers());
	await store.record(['first', 'second'], 2);
	await store.record(['third'], 2);
	expect(['first', 'second', 'third'].map((value) => row.has(value))).toEqual([false, true, true]);
});

test('its failure is told in one line', () => {
	expect(storeFailed(new Error('database is\nlocked'))).toMatchObject({
		kind: 'notSent',
		problem: "n8n couldn't read or write the history of sent emails (database is locked)",
		advice: 'The email with this Send Once Key was not sent. Try again later',
	});
	expect(storeFailed(new Error('x'.repeat(5_000))).problem.length).toBeLessThan(300);
	expect(storeFailed(new Error()).problem).toContain('(no reason given)');
});
