import { dedupStore } from '../../nodes/Mailroom/neverTwice/key/DedupStore';
import { answerOf } from '../../nodes/Mailroom/neverTwice/key/answers';
import type { Failed } from '../../nodes/Mailroom/transport/Outcome';

test('takes a value for known that n8n tells nothing of, so that nothing is sent for it', async () => {
	const store = dedupStore({
		checkProcessedAndRecord: async () => await Promise.resolve({ new: [], processed: [] }),
		removeProcessed: async () => await Promise.resolve(),
	});
	expect(await store.add(['a'], 10_000)).toEqual(new Set(['a']));
});

test('its failure is told in one line', () => {
	const failed = (message: string) => answerOf(new Error(message), 'fail') as Failed;
	expect(failed('database is\nlocked')).toMatchObject({
		kind: 'notSent',
		problem: "n8n couldn't read or write the history of sent emails (database is locked)",
		advice: 'The email with this Send Once Key was not sent. Try again later',
	});
	expect(failed('x'.repeat(5_000)).problem.length).toBeLessThan(300);
	expect(failed('').problem).toContain('(no reason given)');
});
