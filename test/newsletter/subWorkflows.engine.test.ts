import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters as Parameters } from 'n8n-workflow';
import { continued, list, runOn } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

/** Send to List in a sub-workflow that one execution runs several times, such as once for each item. */

const service = useSandbox();
const runNode = runOn(service);

const ada = 'ada@example.com';

const parameters: Parameters = {
	resource: 'email',
	operation: 'sendToList',
	list: list('newsletter'),
	subject: '={{ $json.subject }}',
	body: 'Hello',
};
const different = { ...parameters, options: { severalEmails: 'sendDifferent' } };

beforeEach(() => service.subscribe(ada));

interface Settings {
	fields?: Parameters;
	parent?: { executionId: string };
	node?: Partial<INode>;
	signal?: AbortSignal;
}

/** A sub-workflow's execution for an item with this subject. */
const run = async (
	subject: string,
	{ fields = parameters, parent, node = continued, signal }: Settings,
) => await runNode(fields, [{ subject }], { parent, node, signal });

const parentOf = () => ({ executionId: randomUUID() });

/** @param subjects of one parent's executions, one after the other */
const runEach = async (subjects: string, settings: Settings = {}) => {
	const { parent = parentOf(), ...rest } = settings;
	const outputs = [];
	for (const subject of subjects) {
		const { json, hints } = await run(subject, { parent, ...rest });
		outputs.push({ json, hints });
	}
	return outputs;
};

const sent = () => service.bodies.map(({ subject }) => subject).join('');

const success = { success: true, list: 'newsletter' };
const again = { ...success, alreadySent: true };
const several = {
	error: expect.stringMatching(/"newsletter": its subscribers would get 2 emails each/),
};

test('the same email goes once, and another email to the list is an error', async () => {
	const outputs = await runEach('AAB');

	expect(sent()).toBe('A');
	expect(outputs.map(({ json }) => json)).toEqual([[success], [again], [several]]);
	expect(outputs[1].hints).toEqual([
		'The email was not sent again. An earlier run of this node in this execution, such as an earlier round of a loop or another sub-workflow execution, already sent it.',
	]);
});

test('with "Send Each" each different email goes once', async () => {
	const outputs = await runEach('ABA', { fields: different });

	expect(sent()).toBe('AB');
	expect(outputs.map(({ json }) => json)).toEqual([[success], [success], [again]]);
});

test('the same holds if they run at the same time', async () => {
	service.sandbox.faults.add({ endpoint: '*', delayMs: 200 });
	const parent = parentOf();
	const all = await Promise.all([...'AABA'].map(async (subject) => await run(subject, { parent })));

	expect(sent()).toBe('A');
	expect(all.map(({ json }) => json)).toEqual([[success], [again], [several], [again]]);
});

test('what is rejected is sent by the next one, and what is in doubt is not', async () => {
	service.sandbox.faults.add({ endpoint: '*', status: 400 });
	service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
	const parent = parentOf();
	const [first, second, third] = await Promise.all(
		[...'AAA'].map(async (subject) => await run(subject, { parent })),
	);

	expect(sent()).toBe('AA');
	expect(first.errors[0]).toContain('status 400');
	for (const { errors } of [second, third]) expect(errors[0]).toMatch(/may or may not have been/);
	expect(third.errors[0]).toContain('another sub-workflow execution');
});

test('a test goes once to each recipient', async () => {
	const fields = { ...parameters, testRecipient: ada };
	const outputs = await runEach('AAB', { fields });

	expect(sent()).toBe('AB');
	expect(outputs.map(({ json }) => json[0].alreadySent)).toEqual([undefined, true, undefined]);
});

test('another parent, another node and an execution without a parent send again', async () => {
	const parent = parentOf();
	await run('A', { parent });
	await run('A', { parent: parentOf() });
	await run('A', { parent, node: { ...continued, id: 'other' } });
	await run('A', {});
	await run('A', {});

	expect(sent()).toBe('AAAAA');
});

test('a canceled execution that waits for another one ends at once, and the next one goes on', async () => {
	service.sandbox.faults.add({ endpoint: '*', delayMs: 1_000 });
	const parent = parentOf();
	const cancel = new AbortController();
	const first = run('A', { parent });
	const order: string[] = [];
	const noted = async (name: string, running: ReturnType<typeof run>) => {
		const result = await running;
		order.push(name);
		return result;
	};
	const waits = noted('canceled', run('A', { parent, signal: cancel.signal }));
	const next = noted('next', run('A', { parent }));
	const begins = noted('first', first);
	setTimeout(() => cancel.abort(), 100);
	await Promise.all([begins, waits, next]);

	expect(order).toEqual(['canceled', 'first', 'next']);
	expect(sent()).toBe('A');
	expect((await next).json).toEqual([again]);
});

test('the last thousand parents are remembered', async () => {
	const parent = parentOf();
	await run('A', { parent });
	const invalid = { ...parameters, subject: '={{ "" }}' };
	for (let count = 0; count < 1_000; count++) {
		await run('A', { parent: parentOf(), fields: invalid });
	}
	await run('A', { parent });

	expect(sent()).toBe('AA');
});
