import { continued } from '../support/engine/nodeSettings';
import { runNode } from '../support/engine/runNode';
import { operations, parametersOf, people } from '../support/operations';
import { useAnswers } from '../support/useAnswers';

/** A service that says 429 for longer than the moment of a rate limit: a quota of the day is used up. */

const service = useAnswers();

const sending = parametersOf('email sendTransactional');

const startedAt: number[] = [];

const refuse = (headers: Record<string, string> = {}) => {
	startedAt.length = 0;
	service.server.answer = (_request, response) => {
		startedAt.push(performance.now());
		response.writeHead(429, headers).end('{"reason":"Daily quota exceeded"}');
	};
};

const messagesOf = async (parameters = sending) => {
	const { raw } = await runNode({
		credential: service.credential,
		parameters,
		items: people,
		node: continued,
	});
	return raw?.[0].map(({ error }) => error?.message);
};

test('is asked for a minute in all, not for each item, and then nothing more is sent', async () => {
	refuse();
	const messages = await messagesOf();
	const [first] = startedAt;

	expect(messages).toEqual(
		Array(people.length).fill(expect.stringMatching(/"too many requests" \(status 429\) .*Daily/)),
	);
	expect(Number(startedAt.at(-1)) - first).toBeGreaterThan(55_000);
	expect(Number(startedAt.at(-1)) - first).toBeLessThan(75_000);
});

test.each(operations)(
	'is asked for nothing more in a run of $name when it says to come back in an hour',
	async ({ name }) => {
		refuse({ 'Retry-After': '3600' });
		const messages = await messagesOf(parametersOf(name));

		// Those that are under way together with the first one.
		expect(service.server.received.length).toBeLessThanOrEqual(people.length);
		for (const message of messages ?? []) {
			expect(message).toMatch(
				/takes no more requests for now \(status 429\): Daily quota exceeded\. Try again in 60 minutes\.$/,
			);
		}
		expect(messages).toHaveLength(people.length);
	},
);
