import { continued } from '../support/engine/nodeSettings';
import { runOn } from '../support/engine/runNode';
import { parametersOf, people } from '../support/operations';
import { useAnswers } from '../support/useAnswers';

/** A service that says 429 for longer than the moment of a rate limit: a quota of the day is used up. */

const service = useAnswers();

test('is asked for a minute in all, not for each item, and then nothing more is sent', async () => {
	const startedAt: number[] = [];
	service.server.answer = (_request, response) => {
		startedAt.push(performance.now());
		response.writeHead(429).end('{"reason":"Daily quota exceeded"}');
	};
	const { errors } = await runOn(service)(parametersOf('email sendTransactional'), people, {
		node: continued,
	});
	const [first] = startedAt;

	expect(errors).toEqual(
		Array(people.length).fill(expect.stringMatching(/"too many requests" \(status 429\) .*Daily/)),
	);
	expect(Number(startedAt.at(-1)) - first).toBeGreaterThan(55_000);
	expect(Number(startedAt.at(-1)) - first).toBeLessThan(75_000);
});
