import type { IDataObject as Data, INodeParameters as Parameters, OnError } from 'n8n-workflow';
import { retry, runOn } from '../support/engine/runNode';
import { ada, addPeople, grace, operations, parametersOf } from '../support/operations';
import { useSandbox } from '../support/useSandbox';
import type { Fault } from '../../sandbox/traffic/Faults';

const service = useSandbox();
const runNode = runOn(service);

const after = '={{ $("Input").item.json.name }}';

const run = async (parameters: Parameters, items: Data[], onError: OnError = 'stopWorkflow') =>
	await runNode(parameters, items, { after, node: { onError } });

/** The service refuses the second, whatever it is asked: no such address, no such list. */
const items = [
	{ ...ada, name: 'first' },
	{ email: 'nobody@example-.com', text: 'Nobody', list: 'unknown', name: 'second' },
	{ ...grace, name: 'third' },
];

/** The status, and what to do about it where the cause is known. */
const STATUS = String.raw`\(status 40[04]\)(?:\. [A-Z][^()]+\.)?`;

const refusal = { status: 400, body: { success: false, message: 'Refused this time' } };

beforeEach(() => {
	addPeople(service.sandbox.store);
	for (const endpoint of ['GET /contacts', 'GET /lists']) {
		service.sandbox.faults.add({ endpoint, skip: 1, ...refusal });
	}
});

describe.each(operations)('an item that the service refuses in $name', ({ name }) => {
	test('goes to the error output with the fields of its row, paired, and the others come out', async () => {
		const { error, raw, after, afterError, errorItems } = await run(
			parametersOf(name),
			items,
			'continueErrorOutput',
		);

		expect(error).toBeUndefined();
		expect([...new Set(after)]).toEqual(['first', 'third']);
		expect(afterError).toEqual(['second']);
		const [refused, ...others] = (raw?.[0] ?? []).filter(({ json }) => 'error' in json);
		expect(others).toEqual([]);
		expect(refused.pairedItem).toEqual({ item: 1 });
		const text = expect.stringMatching(new RegExp(`^\\S+ .+ ${STATUS}$`));
		expect(errorItems.map(({ json, error }) => ({ json, error }))).toEqual([
			{ json: { ...items[1], error: text }, error: undefined },
		]);
	});
});

test('"Retry On Fail" tries again what would go to the error output', async () => {
	service.sandbox.faults.clear();
	service.sandbox.faults.add({ endpoint: 'GET /contacts/find', ...refusal });
	const { items: found, errorItems } = await runNode(parametersOf('contact get'), [ada], {
		node: { onError: 'continueErrorOutput', ...retry },
	});

	expect(service.received).toHaveLength(2);
	expect(found).toMatchObject([{ json: { email: ada.email } }]);
	expect(errorItems).toEqual([]);
});

const errorAfter = async (fault: Fault, parameters?: Parameters) => {
	service.sandbox.faults.clear();
	service.sandbox.faults.add(fault);
	const { error } = await run(parameters ?? parametersOf('contact get', ada), [{}]);
	return error;
};

test.each(['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'ECONNRESET'])(
	'an error shows the words of the service when they hold %s, which n8n has words of its own for',
	async (code) => {
		const body = { message: `Our database said ${code} today` };
		const error = await errorAfter({ endpoint: '*', status: 400, body });

		expect(error?.message).toBe(`Our database said ${code} today (status 400)`);
		expect(error).toMatchObject({ httpCode: '400' });
	},
);

describe('an answer without data', () => {
	test.each([
		'contact get',
		'contact update',
		'contact getAll',
		'mailingList getAll',
		'portalSession create',
	] as const)('is an error that says so in %s', async (name) => {
		const noRecord = name.endsWith('getAll') ? {} : [{}];
		for (const data of [undefined, null, 'x', noRecord]) {
			const fault = { endpoint: '*', status: 200, body: { success: true, data } };
			const error = await errorAfter(fault, parametersOf(name, ada));

			expect(error?.message).toContain('responded without "data", so there is nothing to return');
			expect(error?.description).toMatch(/Check the Base URL of the credential\.$/);
		}
	});

	test.each(['contact getAll', 'mailingList getAll'] as const)(
		'is one that holds something else than records in %s',
		async (name) => {
			const body = { success: true, data: [{ email: ada.email, name: 'x' }, null] };
			const error = await errorAfter({ endpoint: '*', status: 200, body }, parametersOf(name, ada));

			expect(error?.message).toContain('responded with unreadable records');
		},
	);
});
