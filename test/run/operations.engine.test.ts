import { runOn } from '../support/engine/runNode';
import { addPeople, grace, operations, parametersOf } from '../support/operations';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();

describe.each(operations)('$name', ({ name, request, output }) => {
	test.each([
		['entered in the form', parametersOf(name, grace)],
		['taken from the item', parametersOf(name)],
	])('makes its request and gives its output with values %s', async (_claim, parameters) => {
		addPeople(service.sandbox.store);
		const { error, json } = await runOn(service)(parameters, [grace]);

		expect(error).toBeUndefined();
		expect(service.received).toEqual([request(grace)]);
		expect(json).toMatchObject(output(grace));
	});
});
