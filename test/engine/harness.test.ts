import type { IExecuteFunctions as Context, INodeExecutionData } from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import { runNode } from '../support/engine/runNode';
import { ada, addPeople, grace, operationNamed, parametersOf } from '../support/operations';
import { runTool } from './runTool';
import { savedText } from './savedText';
import { useSandbox } from './useSandbox';

/** What no test of the node would notice, because it would pass on a harness that sees nothing. */

const service = useSandbox();
beforeEach(() => addPeople(service.sandbox.store));

const parameters = parametersOf('contact get');
const { request } = operationNamed('contact get');

/** The node with another way to run this operation than the routing engine, which gives these items. */
const nodeThatGives = (itemsOf: (context: Context) => Promise<INodeExecutionData[]>) => {
	class OtherWay extends Mailroom {
		constructor() {
			super();
			this.customOperations.contact.get = async function () {
				return [await itemsOf(this)];
			};
		}
	}
	return { node: OtherWay, credential: MailroomApi };
};

const run = async (classes: ReturnType<typeof nodeThatGives>, declarative = false) => {
	const { credential } = service;
	const after = '={{ $("Input").item.json.email }}';
	return await runNode({
		...{ classes, credential, parameters, after, declarative },
		items: [ada, grace],
	});
};

const unpaired = (count: number) =>
	nodeThatGives(async () => Array.from({ length: count }, () => ({ json: {} })));

test('$("Input").item fails for items that are not paired', async () => {
	expect((await run(unpaired(3))).after).toEqual(Array(3).fill(expect.any(Error)));
});

test('raw shows a missing pairedItem where the engine fills it in', async () => {
	const { raw, after } = await run(unpaired(2));

	expect(after).toEqual([ada.email, grace.email]);
	expect(raw?.[0].map(({ pairedItem }) => pairedItem)).toEqual([undefined, undefined]);
});

test('declarative leaves out the operations that replace the engine', async () => {
	await run(unpaired(2), true);

	expect(service.received).toEqual([request(ada), request(grace)]);
});

test('savedText finds a key that an item carries', async () => {
	const leaky = nodeThatGives(async (context) => [
		{ json: await context.getCredentials('mailroomApi') },
	]);

	expect(savedText((await run(leaky)).result)).toContain(service.credential.apiKey);
});

test('a tool goes through the routing engine inside of the agent, and not when it is run as a node', async () => {
	const classes = unpaired(1);
	const tool = {
		classes,
		credential: service.credential,
		parameters: parametersOf('contact get', ada),
	};
	const inAgent = await runTool(tool);
	const asNode = await runTool({ ...tool, via: 'engine' });

	expect(inAgent.response).toMatchObject([{ email: ada.email }]);
	expect(asNode.response).toEqual([{}]);
	expect(service.received).toEqual([request(ada)]);
});

test('nothing but this machine can be reached', async () => {
	const codeAt = async (url: string) =>
		await fetch(url).then(
			() => 'reached',
			({ cause }) => cause.code,
		);

	expect(await codeAt('http://mail.example.com')).toBe('ENOTFOUND');
	expect(await codeAt('http://192.0.2.1')).toBe('ENETUNREACH');
});
