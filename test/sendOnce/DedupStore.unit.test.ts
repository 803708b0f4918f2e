import { DedupStoreError, dedupStore } from '../../nodes/Mailroom/sendOnce/DedupStore';
import { DeduplicationRow } from './DeduplicationRow';

test('tells which values were there before', async () => {
	const store = dedupStore(new DeduplicationRow().helpers());
	expect(await store.record(['a', 'b'])).toEqual(new Set());
	expect(await store.record(['b', 'c'])).toEqual(new Set(['b']));
	await store.remove(['b', 'never there']);
	expect(await store.record(['a', 'b', 'c'])).toEqual(new Set(['a', 'c']));
});

test('takes a value for known that n8n tells nothing of, so that nothing is sent for it', async () => {
	const store = dedupStore({
		checkProcessedAndRecord: async () => await Promise.resolve({ new: [], processed: [] }),
		removeProcessed: async () => await Promise.resolve(),
		getProcessedDataCount: async () => await Promise.resolve(0),
	});
	expect(await store.record(['a'])).toEqual(new Set(['a']));
});

test('forgets the oldest entries only with a maximum', async () => {
	const row = new DeduplicationRow();
	const store = dedupStore(row.helpers());
	await store.record(['first']);
	await store.record(Array.from({ length: 1_000 }, (_, index) => `later ${index}`));
	expect(await store.count()).toBe(1_001);
	expect(row.has('first')).toBe(true);
	await store.record(['one more'], 1_001);
	expect(row.has('first')).toBe(false);
	expect(await store.count()).toBe(1_001);
});

test('survives that the first two calls for a node meet', async () => {
	const row = new DeduplicationRow();
	const [one, other] = [dedupStore(row.helpers()), dedupStore(row.helpers())];
	const known = await Promise.all([one.record(['a']), other.record(['b'])]);
	expect(known).toEqual([new Set(), new Set()]);
	expect([row.has('a'), row.has('b')]).toEqual([true, true]);
});

test.each(['record', 'remove'] as const)(
	'says that nothing is sent, and why, when it cannot %s',
	async (call) => {
		const row = new DeduplicationRow();
		await dedupStore(row.helpers()).record(['a']);
		const broken = row.helpers({
			beforeWrite: async () => await Promise.reject(new Error('database is\nlocked')),
		});
		const store = dedupStore(broken);
		const failure = await store[call](['a']).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(DedupStoreError);
		expect(failure).toHaveProperty(
			'message',
			'n8n could not read or write the history of sent emails (database is locked). The email with this Send Once Key was not sent. Try again later',
		);
	},
);

test('shortens what a database says', () => {
	expect(new DedupStoreError(new Error('x'.repeat(5_000))).message.length).toBeLessThan(400);
	expect(new DedupStoreError('no error at all').message).toContain('(no reason given)');
});
