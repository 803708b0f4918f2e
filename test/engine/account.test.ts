import type { IDataObject } from 'n8n-workflow';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { runNode } from '../support/engine/runNode';
import { always } from '../support/answerWith';
import { parametersOf, type OperationName } from '../support/operations';
import { useAnswers } from './useAnswers';

/** What an error says became of all items when it ends their run. */

const service = useAnswers();
useDeduplicationStore();

const ACCEPTED = always(200, '{"success":true,"data":{}}');
const REFUSED = always(400, '{"message":"Refused"}');

const numbered = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		email: `person${index + 1}@example.com`,
		text: 'News',
		list: 'newsletter',
	}));

/** Every request is accepted, but some, by their number from 1. */
const acceptAllBut = (others: Record<number, (socket: { destroy(): void }) => void>) => {
	service.server.answer = (request, response, body) => {
		const other = others[service.server.received.length];
		if (other) other(request.socket);
		else ACCEPTED(request, response, body);
	};
};

const breaks = (socket: { destroy(): void }) => void socket.destroy();

const run = async (
	name: OperationName,
	items: IDataObject[],
	options: Partial<Parameters<typeof runNode>[0]> = {},
) =>
	await runNode({
		credential: service.credential,
		parameters: parametersOf(name),
		items,
		...options,
	});

describe('with "Stop" the error', () => {
	test.each(['contact create', 'email sendToContacts'] as const)(
		'tells of all 250 items of %s when the connection of the second call breaks',
		async (name) => {
			acceptAllBut({ 2: breaks });
			const { error } = await run(
				name,
				numbered(250).map((item) => ({ ...item })),
			);

			expect(error?.message).toMatch(
				/^The request is in doubt as a whole, together with 99 other items\. .* broke .* complete \(items /,
			);
			// The third call may have been under way when the second one broke.
			const [, , third] = service.server.received;
			const account = third
				? '(items 1-100, 201-250 accepted; 101-200 in doubt)'
				: '(items 1-100 accepted; 101-200 in doubt; 201-250 not sent)';
			expect(error?.message).toContain(account);
			expect(error).not.toHaveProperty('context.itemIndex');
		},
	);

	test('tells in several ranges of items that share their email with others', async () => {
		acceptAllBut({ 2: breaks });
		const items = [...'ABACABC'].map((text) => ({ text, list: 'newsletter' }));
		const { error } = await run('email sendToList', items);

		expect(error?.message).toMatch(/ \(items 1, 3, 5 accepted; 2, 6 in doubt; 4, 7 not sent\)$/);
		expect(service.server.received).toHaveLength(2);
	});

	test('tells of what was accepted in an earlier try of the run', async () => {
		service.server.answer = (request, response, body) =>
			(body.includes('person2@') ? REFUSED : ACCEPTED)(request, response, body);
		const { error, tries } = await run('email sendTransactional', numbered(3), {
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});

		expect(tries).toHaveLength(2);
		expect(error?.message).toMatch(
			/^Refused \(status 400\) \(item 2 of 3\) \(items (1 accepted; 2-3|1, 3 accepted; 2) not sent\)$/,
		);
		const sent = (email: string) =>
			service.server.bodies.filter((body) => body.includes(email)).length;
		expect([sent('person1@'), sent('person2@')]).toEqual([1, 2]);
	});

	test('tells of what an earlier run sent with the same key', async () => {
		const parameters = {
			...parametersOf('email sendTransactional'),
			options: { sendOnceKey: 'news' },
		};
		acceptAllBut({});
		await run('email sendTransactional', numbered(2), { parameters });
		acceptAllBut({ 4: breaks });
		const { error } = await run('email sendTransactional', numbered(30), { parameters });

		expect(error?.message).toMatch(
			/\(items 3(, 5|, 5-\d)? accepted; 1-2 sent earlier; 4 in doubt; \d-30 not sent\)$/,
		);
	});

	test('tells of what an earlier run sent where a history that is too small ends it', async () => {
		const parameters = parametersOf('email sendTransactional');
		const options = { sendOnceKey: 'news' };
		acceptAllBut({});
		await run('email sendTransactional', numbered(2), { parameters: { ...parameters, options } });
		const { error } = await run('email sendTransactional', numbered(4), {
			parameters: { ...parameters, options: { ...options, sendOnceHistory: 3 } },
		});

		expect(error?.message).toMatch(/\(items 1-2 sent earlier; 3-4 not sent\)$/);
		expect(service.server.received).toHaveLength(2);
	});

	test('tells of what an earlier run sent where emails are refused together', async () => {
		const parameters = {
			...parametersOf('email sendToList'),
			subject: '={{ $json.email }}',
			options: { sendOnceKey: '={{ $json.email }}' },
		};
		acceptAllBut({});
		await run('email sendToList', numbered(1), { parameters });
		const { error } = await run('email sendToList', numbered(2), { parameters });

		expect(error?.message).toMatch(/\(items 1 sent earlier; 2 not sent\)$/);
		expect(service.server.received).toHaveLength(1);
	});

	test('leaves the addresses out of the account', async () => {
		acceptAllBut({ 1: breaks });
		const { error } = await run('email sendTransactional', numbered(3));

		expect(error?.message).not.toContain('@');
	});
});

describe.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'a run that is cancelled, with "On Error" %s,',
	(onError) => {
		const account = /\(items 1-3 accepted; 4(-\d)? in doubt; \d(-10)? not sent\)/;

		const cancelledByHand = async (name: OperationName) => {
			const cancelling = new AbortController();
			acceptAllBut({
				4: () => cancelling.abort(),
				...Object.fromEntries([5, 6, 7, 8].map((number) => [number, () => {}])),
			});
			const parameters = { node: { onError }, signal: cancelling.signal };
			return await run(name, numbered(10), parameters);
		};

		test('by hand ends with the account of all items', async () => {
			const { tries, result } = await cancelledByHand('email sendTransactional');

			expect(tries.at(-1)?.error?.message).toMatch(
				new RegExp(`^The execution was canceled ${account.source}$`),
			);
			expect(result.status).toBe('canceled');
		});

		test('keeps the account where n8n shows it of a cancelled execution', async () => {
			const { result } = await cancelledByHand('email sendTransactional');

			expect(result.data.resultData.metadata?.mailroom_summary).toMatch(account);
		});

		test('calls no read in doubt', async () => {
			const { tries } = await cancelledByHand('contact get');

			const message = tries.at(-1)?.error?.message;
			expect(message).toMatch(/^The execution was canceled \(items .* not sent\)$/);
			expect(message).not.toContain('in doubt');
		});

		test('by its time limit ends with the account of all items', async () => {
			acceptAllBut(Object.fromEntries([...Array(10).keys()].slice(4).map((at) => [at, () => {}])));
			const { tries, result } = await run('email sendTransactional', numbered(10), {
				node: { onError },
				cancelAfter: 3000,
			});

			expect(tries.at(-1)?.error?.message).toMatch(
				new RegExp(`^The execution was canceled ${account.source}$`),
			);
			expect(result.status).toBe('canceled');
		});
	},
);

test('an item of a shared call that is in doubt says with how many others, with "Continue" too', async () => {
	acceptAllBut({ 1: breaks });
	const { items } = await run('email sendToContacts', numbered(3), {
		node: { onError: 'continueRegularOutput' },
	});

	expect(items.map(({ json }) => json.error)).toEqual(
		Array(3).fill(
			expect.stringMatching(
				/^The request is in doubt as a whole, together with 2 other items\. The email may or may not have been sent/,
			),
		),
	);
});

test('a change that may have been made stays in doubt when the credential is unusable at the next try', async () => {
	const { server, credential } = service;
	server.answer = (request, response, body) => {
		if (request.method === 'GET') return ACCEPTED(request, response, body);
		request.socket.destroy();
		// The first request, and three more.
		const updates = server.received.filter(({ method }) => method === 'PATCH');
		if (updates.length === 4) credential.apiKey = '';
	};
	const { error, tries } = await run('contact update', numbered(1), {
		credential,
		node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});

	expect(tries).toHaveLength(2);
	expect(server.received.filter(({ method }) => method === 'PATCH')).toHaveLength(4);
	expect(error?.message).toMatch(/^The contact may or may not have been updated/);
});
