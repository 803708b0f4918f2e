import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { continued, runOn } from '../support/engine/runNode';
import { parametersOf, type OperationName } from '../support/operations';
import { useAnswers, type Answer } from '../support/useAnswers';

/** The account of all items in an error that ends their run. */

const service = useAnswers();
useDeduplicationStore();

const ACCEPTED: Answer = ({ url = '' }, response) => {
	const email = new URL(url, service.server.url).searchParams.get('email');
	response.end(JSON.stringify({ success: true, data: { email } }));
};

const numbered = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		email: `person${index + 1}@example.com`,
		text: 'News',
		list: 'newsletter',
	}));

type Spoil = (socket: { destroy(): void }) => void;

/** Every request is accepted, but some, by their number from 1. */
const acceptAllBut = (others: Record<number, Spoil>) => {
	service.server.answer = (request, response, body) => {
		const other = others[service.server.received.length];
		if (other) other(request.socket);
		else ACCEPTED(request, response, body);
	};
};

const breaks: Spoil = (socket) => socket.destroy();
const isSilent: Spoil = () => {};

type Settings = Parameters<ReturnType<typeof runOn>>[2] & { parameters?: INodeParameters };

const run = async (
	name: OperationName,
	items: IDataObject[],
	{ parameters = parametersOf(name), ...settings }: Settings = {},
) => await runOn(service)(parameters, items, settings);

describe('with "Stop" the error', () => {
	test('tells of all 250 items when the connection of the second call breaks', async () => {
		acceptAllBut({ 2: breaks });
		const { error } = await run('email sendToContacts', numbered(250));

		expect(error?.message).toMatch(
			/^In one request together with 99 other items: .* broke .* complete \(items /,
		);
		// The third call may have been in flight when the second one broke.
		const account = service.server.received.at(2)
			? '(items 1-100, 201-250 accepted; 101-200 in doubt)'
			: '(items 1-100 accepted; 101-200 in doubt; 201-250 not sent)';
		expect(error?.message).toContain(account);
		expect(error).not.toHaveProperty('context.itemIndex');
		// The account holds no address.
		expect(error?.message).not.toContain('@');
	});

	describe('with a Send Once Key tells what was looked up, and looks up no more', () => {
		const keyed = (name: OperationName, options: IDataObject = {}) => ({
			name,
			parameters: {
				...parametersOf(name),
				subject: '={{ $json.email }}',
				options: { sendOnceKey: 'news', ...options },
			},
		});
		const ownKey = { sendOnceKey: '={{ $json.email }}' };

		test.each([
			[
				'and of what breaks',
				keyed('email sendTransactional'),
				{ sent: 2, items: 30, breaksAt: 4 },
				/\(items 3(, 5|, 5-\d)? accepted; 1-2 sent earlier; 4 in doubt; \d-30 not tried\)$/,
			],
			[
				'where a history that is too small ends it',
				keyed('email sendTransactional', { sendOnceHistory: 3 }),
				{ sent: 2, items: 4, breaksAt: 0 },
				/\(items 1-4 not tried\)$/,
			],
			[
				'where emails are refused together',
				keyed('email sendToList', ownKey),
				{ sent: 1, items: 2, breaksAt: 0 },
				/\(items 1-2 not tried\)$/,
			],
		])('%s', async (_, { name, parameters }, { sent, items, breaksAt }, account) => {
			acceptAllBut({ [breaksAt]: breaks });
			await run(name, numbered(sent), { parameters });
			const { error } = await run(name, numbered(items), { parameters });

			expect(error?.message).toMatch(account);
			if (breaksAt === 0) expect(service.server.received).toHaveLength(sent);
		});
	});
});

describe.each([{}, continued])('a run that is canceled, with %j,', (node) => {
	const account = /\(items 1-3 accepted; 4(-\d)? in doubt; \d(-10)? not sent\)/;
	const message = new RegExp(`^The execution was canceled ${account.source}$`);
	const silentFromFourth = Object.fromEntries([4, 5, 6, 7, 8, 9].map((at) => [at, isSilent]));

	const canceledByHand = async (name: OperationName) => {
		const canceling = new AbortController();
		acceptAllBut({ ...silentFromFourth, 4: () => canceling.abort() });
		return await run(name, numbered(10), { node, signal: canceling.signal });
	};

	test('by hand ends with the account of all items', async () => {
		const { tries, result } = await canceledByHand('email sendTransactional');

		expect(tries.at(-1)?.error?.message).toMatch(message);
		expect(result.status).toBe('canceled');
	});

	test('calls no read in doubt', async () => {
		const { tries } = await canceledByHand('contact get');

		expect(tries.at(-1)?.error?.message).toMatch(
			/^The execution was canceled \(items ((?!in doubt).)* not done\)$/,
		);
	});
});

/** Takes milliseconds to compute: the second try has not come to those that were accepted when it notices the cancellation. */
const SLOW = '={{ $json.text.repeat(50_000).split("").reverse().join("") && $json.email }}';

test('each try of a run that was canceled gives the same account', async () => {
	const canceling = new AbortController();
	acceptAllBut({ 5: () => canceling.abort() });
	const invalid = Array.from({ length: 30 }, () => ({ email: 'nobody', text: 'News' }));
	const { tries } = await run('email sendTransactional', [...invalid, ...numbered(20)], {
		parameters: { ...parametersOf('email sendTransactional'), to: SLOW },
		node: { ...continued, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		signal: canceling.signal,
	});
	const accounts = tries.map(({ error }) => /\(items .*\)$/.exec(error?.message ?? '')?.[0]);

	expect(accounts.length).toBeGreaterThan(1);
	expect(accounts[0]).toMatch(/^\(items 31-\d+ accepted; /);
	expect(new Set(accounts).size).toBe(1);
});

test('a change that may have been made stays in doubt when the credential is unusable at the next try', async () => {
	const { server, credential } = service;
	const updates = () => server.received.filter(({ method }) => method === 'PATCH');
	server.answer = (request, response, body) => {
		if (request.method === 'GET') return ACCEPTED(request, response, body);
		request.socket.destroy();
		// The first request, and three more.
		if (updates().length === 4) credential.apiKey = '';
	};
	const { error, tries } = await run('contact update', numbered(1), {
		credential,
		node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});

	expect(tries).toHaveLength(2);
	expect(updates()).toHaveLength(4);
	expect(error?.message).toMatch(/^The contact may or may not have been updated/);
});
