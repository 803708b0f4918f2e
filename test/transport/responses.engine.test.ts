import { continued, retry, runOn } from '../support/engine/runNode';
import { ada, grace, parametersOf, people } from '../support/operations';
import { always, useAnswers } from '../support/useAnswers';

/** Answers that a service should not give, and what the node makes of them. */

const service = useAnswers();
const runNode = runOn(service);

test.each(['contacts.Index 37.email', 'contacts/37', 'contacts.37', 'contacts[37]'])(
	'a row that the service names %s is tried alone, and the name is not shown',
	async (place) => {
		service.server.answer = (_request, response, body) => {
			const { contacts } = JSON.parse(body) as { contacts: Array<{ email: string }> };
			const index = contacts.findIndex(({ email }) => email === 'contact38@example.com');
			const reason = `Value at path '${place.replace('37', `${index}`)}' was not of type 'String'.`;
			response.writeHead(index === -1 ? 200 : 400);
			response.end(JSON.stringify(index === -1 ? { success: true } : { error: true, reason }));
		};
		const { errors } = await runNode(
			{ ...parametersOf('contact upsert', ada), email: '={{ $json.email }}' },
			Array.from({ length: 100 }, (_, index) => ({ email: `contact${index + 1}@example.com` })),
			{ node: continued },
		);

		expect(service.server.received).toHaveLength(4);
		expect(errors.flatMap((error, index) => (error ? [[index, error]] : []))).toEqual([
			[37, expect.stringMatching(/^Value at path '[^'\d]+' was not of type 'String'/)],
		]);
	},
);

describe('a revoked key', () => {
	const revoked = () => {
		service.server.answer = (_request, response) => {
			const isAccepted = service.server.received.length <= 5;
			response.writeHead(isAccepted ? 200 : 401);
			response.end(isAccepted ? '{"success":true}' : '{"error":true,"reason":"Revoked"}');
		};
	};
	const COUNT = 100;
	const items = Array.from({ length: COUNT }, (_, index) => ({ email: `p${index}@example.com` }));

	test('ends a run with "Continue", whose other emails are not sent for that reason', async () => {
		revoked();
		const { errors } = await runNode(
			{ ...parametersOf('email sendTransactional', ada), to: '={{ $json.email }}' },
			items,
			{ node: continued },
		);
		const problem = 'The service refused the API key (status 401): Revoked';
		const advice = 'Check the API key of the credential.';
		const sent = service.server.received.length;

		expect(sent).toBeLessThanOrEqual(5 + 20);
		expect(errors).toEqual([
			...Array<undefined>(5).fill(undefined),
			...Array<string>(sent - 5).fill(`${problem}. ${advice}`),
			...Array<string>(COUNT - sent).fill(`Not sent: ${problem}. ${advice}`),
		]);
	});

	test.each(['contact get', 'contact getAll'] as const)(
		'ends a run of %s with "Continue"',
		async (name) => {
			service.server.answer = always(401, '{"error":true,"reason":"Revoked"}');
			const { errors } = await runNode(parametersOf(name, ada), items, { node: continued });

			expect(service.server.received.length).toBeLessThanOrEqual(20);
			expect(errors).toHaveLength(COUNT);
			for (const error of errors) expect(error).toContain('refused the API key (status 401)');
		},
	);

	test('is another thing than a 403, which may concern one list', async () => {
		service.server.answer = (_request, response) => {
			const isAccepted = service.server.received.length !== 2;
			response.writeHead(isAccepted ? 200 : 403).end(`{"success":${isAccepted}}`);
		};
		const parameters = parametersOf('email sendTransactional', ada);
		const { json } = await runNode(parameters, items.slice(0, 5), { node: continued });

		expect(json.map((one) => 'error' in one)).toEqual([false, true, false, false, false]);
	});
});

/** The name of the property is one that JavaScript's objects have themselves. */
const propertyNames = ['constructor', 'prototype', '__proto__'];

describe.each([
	{ name: 'contact create', place: ['contacts', '0', 'customProperties'] },
	{ name: 'contact upsert', place: ['contacts', '0', 'customProperties'] },
	{ name: 'contact update', place: ['customProperties'] },
] as const)('$name', ({ name, place }) => {
	/** The custom properties of the last request, in which nothing is inherited. */
	const sent = () => {
		let value: unknown = JSON.parse(service.server.bodies.at(-1) ?? '');
		for (const key of place) value = Object.getOwnPropertyDescriptor(value, key)?.value;
		return Object.entries(value as object);
	};

	test.each([false, true])(
		'sends properties of any name, through the routing engine: %s',
		async (declarative) => {
			service.server.answer = always(200, '{"success":true,"data":{"email":"ada@example.com"}}');
			const assignments = [...propertyNames, 'toString'].map((property, index) => ({
				id: `${index}`,
				name: property,
				type: 'string',
				value: `value ${index}`,
			}));
			const parameters = { ...parametersOf(name, ada), customProperties: { assignments } };
			const { error } = await runNode(parameters, [{}], { declarative });

			expect(error).toBeUndefined();
			expect(sent()).toEqual(assignments.map((one) => [one.name, one.value]));
		},
	);
});

describe('JSON that is nested 20,000 deep', () => {
	const DEPTH = 20_000;
	const deep = `${'{"reason":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;

	test.each([
		[500, deep, / may or may not have been /],
		[400, deep, /^The service rejected the request with status 400$/],
		[200, `{"success":true,"data":${deep}}`, undefined],
	])('in a %i is read, and the email sent once', async (status, body, problem) => {
		service.server.answer = always(status, body);
		const node = status === 400 ? {} : retry;
		const { error } = await runNode(parametersOf('email sendTransactional', ada), [{}], { node });

		expect(service.server.received).toHaveLength(1);
		if (problem) expect(error?.message).toMatch(problem);
		else expect(error).toBeUndefined();
	});
});

test('a portal session without a link is in doubt', async () => {
	service.server.answer = always(200, '{"success":true,"data":{}}');
	const { error, items } = await runNode(parametersOf('portalSession create', ada), [{}]);

	expect(items).toEqual([]);
	expect(error?.message).toMatch(
		/^The portal session may or may not have been created. The service responded without the field "url"/,
	);
});

// As a service that has a quota of the day, which is used up.
test('a 429 that lasts is asked about for a minute in all, not for each item, and then nothing more is sent', async () => {
	const startedAt: number[] = [];
	service.server.answer = (_request, response) => {
		startedAt.push(performance.now());
		response.writeHead(429).end('{"reason":"Daily quota exceeded"}');
	};
	const parameters = parametersOf('email sendTransactional');
	const { errors } = await runNode(parameters, people, { node: continued });
	const [first] = startedAt;

	expect(errors).toEqual(
		people.map(() => expect.stringMatching(/"too many requests" \(status 429\) .*Daily/)),
	);
	expect(Number(startedAt.at(-1)) - first).toBeGreaterThan(55_000);
	expect(Number(startedAt.at(-1)) - first).toBeLessThan(75_000);
});

test('without a credential and with "Continue" each item has its own error', async () => {
	const parameters = parametersOf('email sendTransactional');
	const { raw } = await runOn({})(parameters, [ada, grace, ada], { node: continued });

	const errors = raw?.[0].map(({ error }) => error) ?? [];
	expect(new Set(errors).size).toBe(3);
	expect(errors.map((error) => error?.context?.itemIndex)).toEqual([0, 1, 2]);
	expect(raw?.[0].map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
});
