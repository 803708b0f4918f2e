import type { IDataObject, INode } from 'n8n-workflow';
import { continued, runNode } from '../support/engine/runNode';
import { parametersOf, strangers } from '../support/operations';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();

const people = strangers(4);
const projects = (...names: string[]): IDataObject[] =>
	people.map((person, index) => ({ ...person, project: names[index] }));

/** The key of the sandbox for the project "own". */
const credential = () => ({
	baseUrl: service.sandbox.url,
	apiKey: `={{ $json.project === "own" ? "${service.sandbox.keys[0]}" : "key-of-another-project" }}`,
});

const run = async (items: IDataObject[], node?: Partial<INode>) =>
	await runNode({
		credential: credential(),
		parameters: parametersOf('email sendTransactional'),
		items,
		node,
	});

const REFUSED = /^"Credential" contains an expression .* than for the first.*"Loop Over Items"/;

test('items whose credential is that of another project are refused, and the others are sent', async () => {
	const { errors, raw } = await run(projects('own', 'other', 'own', 'other'), continued);

	expect(errors.map((error) => error && REFUSED.test(error))).toEqual([
		undefined,
		true,
		undefined,
		true,
	]);
	expect(raw?.[0].map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2, 3].map((item) => ({ item })),
	);
	expect(service.inbox).toEqual([people[0].email, people[2].email]);
});

test('with "Stop" nothing is sent', async () => {
	const { error } = await run(projects('own', 'own', 'other', 'own'));

	expect(error?.message).toMatch(/than for the first, item 3 of 4/);
	expect(service.received).toEqual([]);
});

test('items with the same credential are sent', async () => {
	const { error } = await run(projects('own', 'own', 'own', 'own'));

	expect(error).toBeUndefined();
	expect(service.inbox).toHaveLength(4);
});
