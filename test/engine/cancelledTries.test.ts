import { runNode } from '../support/engine/runNode';
import { always } from '../support/answerWith';
import { parametersOf } from '../support/operations';
import { useAnswers } from './useAnswers';

const ACCEPTED = always(200, '{"success":true,"data":{}}');

/** Takes milliseconds to compute: the second try has not come to those that were accepted when it notices the cancellation. */
const SLOW = '={{ $json.text.repeat(50_000).split("").reverse().join("") && $json.email }}';

const nobodies = Array.from({ length: 30 }, () => 'nobody');
const people = Array.from({ length: 20 }, (_, index) => `person${index + 1}@example.com`);

const service = useAnswers();

test('each try of a run that was cancelled gives the same account', async () => {
	const cancelling = new AbortController();
	service.server.answer = (request, response, body) => {
		if (service.server.received.length === 5) cancelling.abort();
		ACCEPTED(request, response, body);
	};
	const { tries } = await runNode({
		credential: service.credential,
		parameters: { ...parametersOf('email sendTransactional'), to: SLOW },
		items: [...nobodies, ...people].map((email) => ({ email, text: 'News' })),
		node: { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		signal: cancelling.signal,
	});
	const accounts = tries.map(({ error }) => /\(items .*\)$/.exec(error?.message ?? '')?.[0]);

	expect(accounts.length).toBeGreaterThan(1);
	expect(accounts[0]).toMatch(/^\(items 31-\d+ accepted; /);
	expect(new Set(accounts).size).toBe(1);
});
