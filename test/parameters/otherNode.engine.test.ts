import { runOn } from '../support/engine/runNode';
import { always, useAnswers } from '../support/useAnswers';

/** Fields of another node, which Mailroom reads without n8n's evaluation where it can. */

const service = useAnswers();

const items = ['Ada', 'Grace', 'Joan'].map((name) => ({ name, mail: { text: `Dear ${name}` } }));

const bodiesOf = async (body: string) => {
	service.server.answer = always(200, '{"success":true}');
	const parameters = {
		...{ resource: 'email', operation: 'sendTransactional', to: 'ada@example.com' },
		...{ subject: 'News', body },
	};
	const { error } = await runOn(service)(parameters, items);
	const bodies = service.server.bodies.map((sent) => (JSON.parse(sent) as { body: string }).body);
	return { error, bodies };
};

test.each([
	["={{ $('Input').item.json.mail.text }}", ['Dear Ada', 'Dear Grace', 'Dear Joan']],
	['={{ $("Input").first().json.name }}', ['Ada', 'Ada', 'Ada']],
	["={{ $('Input').last().json.name }}", ['Joan', 'Joan', 'Joan']],
])('%s is what n8n makes of it', async (body, expected) => {
	const plain = await bodiesOf(body);
	service.server.reset();
	// A method is for n8n to evaluate.
	const evaluated = await bodiesOf(body.replace(' }}', '.trim() }}'));

	expect(plain).toEqual({ error: undefined, bodies: expected });
	expect(evaluated).toEqual(plain);
});

test.each(["={{ $('After').item.json.name }}", "={{ $('Nobody').first().json.name }}"])(
	"%s has n8n's own error",
	async (body) => {
		const { error } = await bodiesOf(body);
		expect(error?.message).toMatch(/^"?Body"?|Body/);
		expect(service.server.received).toEqual([]);
	},
);
