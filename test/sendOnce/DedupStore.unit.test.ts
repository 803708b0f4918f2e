import { dedupStore } from '../../nodes/Mailroom/sendOnce/DedupStore';
import { storeFailed } from '../../nodes/Mailroom/sendOnce/outcomeOfAnswer';

test('takes a value for known that n8n tells nothing of, so that nothing is sent for it', async () => {
	const store = dedupStore({
		checkProcessedAndRecord: async () => await Promise.resolve({ new: [], processed: [] }),
		removeProcessed: async () => await Promise.resolve(),
	});
	expect(await store.add(['a'], 10_000)).toEqual(new Set(['a']));
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
