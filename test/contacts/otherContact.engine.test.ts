import { continued, runOn } from '../support/engine/runNode';
import { ada, grace, parametersOf } from '../support/operations';
import { runTool } from '../support/engine/runTool';
import { always, useAnswers } from '../support/useAnswers';

/** A service that finds contacts by another parameter than the node thinks. */

const service = useAnswers();

const respondWith = (data: object) => {
	service.server.answer = always(200, JSON.stringify({ success: true, data }));
};

const OTHER =
	'The service responded with another contact, "grace@example.com", instead of "ada@example.com"';
const ADVICE = "Look for the address in the service's dashboard. If it is there, ask its support.";

test('Get fails if the service responds with another contact', async () => {
	respondWith({ email: grace.email, name: 'Grace' });
	const { error } = await runOn(service)(parametersOf('contact get'), [ada, ada]);

	expect(error?.message).toMatch(/^The service responded with another contact/);
	expect(error?.message).toContain(OTHER);
	expect(error?.message).toMatch(/\(items .*rejected/);
	expect(error?.description).toBe(ADVICE);
});

test('Update is in doubt if the service responds with another contact, and sent once', async () => {
	respondWith({ email: grace.email });
	const { error, result } = await runOn(service)(parametersOf('contact update'), [ada]);

	expect(error?.message).toBe(`The contact may or may not have been updated. ${OTHER}`);
	expect(result.status).toBe('error');
	expect(service.server.received).toHaveLength(1);
});

test('of several items only that one fails with "Continue"', async () => {
	service.server.answer = (request, response) => {
		const { searchParams } = new URL(request.url ?? '', 'http://localhost');
		const asked = searchParams.get('email');
		const email = asked === ada.email ? grace.email : asked;
		response.end(JSON.stringify({ success: true, data: { email } }));
	};
	const { errors, json } = await runOn(service)(parametersOf('contact get'), [grace, ada], {
		node: continued,
	});

	expect(errors).toEqual([undefined, `${OTHER}. ${ADVICE}`]);
	expect(json[0]).toEqual({ email: grace.email });
});

test.each(['invoke', 'engine'] as const)('a model is told so: %s', async (via) => {
	respondWith({ email: grace.email, name: 'Grace' });
	const parameters = parametersOf('contact get', ada);
	const { error, answers } = await runTool({ credential: service.credential, parameters, via });

	expect(error?.message).toContain(OTHER);
	expect(JSON.stringify(answers)).not.toContain('Grace');
});

test.each([
	['another case', 'Ada@Example.COM', 'ada@example.com'],
	['another spelling of the domain', 'ada@xn--bcher-kva.example', 'ada@bücher.example'],
	['blanks around it', ' ada@example.com ', 'ada@example.com'],
])('an address with %s is the contact that was asked for', async (_what, email, asked) => {
	respondWith({ email, name: 'Ada' });
	for (const name of ['contact get', 'contact update'] as const) {
		const { error, json } = await runOn(service)(parametersOf(name), [{ ...ada, email: asked }]);

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ name: 'Ada' }]);
	}
});

test.each([{}, { name: 'Ada' }, { name: 'Ada', email: null }])(
	'%j without an address is no contact',
	async (data) => {
		respondWith(data);
		const problem =
			'The service responded without the field "email", so there is nothing to return';
		const { error } = await runOn(service)(parametersOf('contact get'), [ada]);
		expect(error?.message).toBe(problem);

		const update = await runOn(service)(parametersOf('contact update'), [ada]);
		expect(update.error?.message).toBe(`The contact may or may not have been updated. ${problem}`);
	},
);

test.each([[['grace@example.com']], [{}], [7]])(
	'%j is no address of the contact',
	async (email) => {
		respondWith({ email });
		const { error } = await runOn(service)(parametersOf('contact get'), [ada]);

		expect(error?.message).toMatch(/^The service responded with another contact/);
	},
);
