import { runOn } from '../support/engine/runNode';
import { parametersOf, strangers } from '../support/operations';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();

test("n8n's mock in an evaluation answers in place of the service", async () => {
	const mock = async () =>
		await Promise.resolve({ body: { success: true }, headers: {}, statusCode: 200 });
	const parameters = parametersOf('email sendTransactional');
	const { error, json } = await runOn(service)(parameters, strangers(2), {
		mode: 'evaluation',
		mock,
	});

	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ success: true }, { success: true }]);
	expect(service.received).toEqual([]);
});
