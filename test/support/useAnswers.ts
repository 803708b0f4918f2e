import { answerWith, type AnsweringServer } from './answerWith';

/**
 * A server for the tests of a file, each of which tells it what to answer. Before each test it has received nothing, and the
 * key is another one, so that no test waits for what the node still owes to the one before.
 */
export const useAnswers = () => {
	let server: AnsweringServer;
	let tests = 0;

	beforeAll(async () => {
		server = await answerWith();
	});
	afterAll(async () => await server.close());
	beforeEach(() => {
		server.reset();
		tests++;
	});

	return {
		get server() {
			return server;
		},
		get credential() {
			return { baseUrl: `${server.url}/v1`, apiKey: `key-of-test-${tests}` };
		},
	};
};
