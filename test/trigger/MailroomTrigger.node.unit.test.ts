import { NodeHelpers, type INodePropertyOptions } from 'n8n-workflow';
import { MailroomTrigger } from '../../nodes/MailroomTrigger/MailroomTrigger.node';
import codex from '../../nodes/MailroomTrigger/MailroomTrigger.node.json';
import packageJson from '../../package.json';
import { evaluate } from '../support/evaluate';

const { description, methods } = new MailroomTrigger();
const [events, lists] = description.properties;

test('workflows know it by these names, and it is no tool', () => {
	const { name, version, polling, group, inputs, outputs, credentials, usableAsTool } = description;
	expect({ name, version, polling, group, inputs, outputs, credentials, usableAsTool }).toEqual({
		...{ name: 'mailroomTrigger', version: 1, polling: true, group: ['trigger'] },
		...{ inputs: [], outputs: ['main'], usableAsTool: undefined },
		credentials: [{ name: 'mailroomApi', required: true }],
	});
	expect(packageJson.n8n.nodes).toContain('dist/nodes/MailroomTrigger/MailroomTrigger.node.js');
	expect(codex.node).toBe(`${packageJson.name}.${name}`);
	expect(events).toMatchObject({ name: 'events', displayName: 'Trigger On', required: true });
	const values = (events.options as INodePropertyOptions[]).map(({ value }) => value);
	expect(values.join(' ')).toBe(
		'contactAdded contactRemoved contactUpdated bounced subscribed unsubscribed',
	);
	expect(Object.keys(methods.loadOptions)).toEqual(['getLists']);
});

test.each([
	[['contactAdded', 'bounced'], 'Contact Added, Hard Bounced'],
	['unsubscribed', 'Unsubscribed'],
	[['no event'], 'no event'],
	[[], ''],
])('the canvas shows %j as %j', (chosen, shown) => {
	const [, expression] = description.subtitle?.split(/^=/) ?? [];
	expect(evaluate(expression.replaceAll('$parameter', '$json'), { events: chosen })).toBe(shown);
});

test('says after each run that test events are samples', () => {
	expect(description.hints).toEqual([
		{
			message: expect.stringMatching(/^Test events are samples.{0,97}$/),
			...{ type: 'info', location: 'outputPane', whenToDisplay: 'afterExecution' },
		},
	]);
});

test('says before the first scan that it only stores contacts', () => {
	expect(description.activationMessage).toMatch(/^The first scan only stores your contacts\./);
});

test('says who can read addresses, and names an interval', () => {
	const removed = (events.options as INodePropertyOptions[]).find(
		({ value }) => value === 'contactRemoved',
	);
	expect(removed?.description).toMatch(/readable for anyone who can open the workflow/);
	const [notice] = description.properties.filter(({ type }) => type === 'notice');
	expect(notice.displayName).toMatch(/poll every \d+ minutes or less often/);
});

test.each([
	[['bounced', 'unsubscribed'], true],
	[['subscribed'], true],
	[['bounced', 'contactAdded'], false],
])('asks for lists where events of lists are chosen: %j', (chosen, isShown) => {
	const show = { events: chosen };
	const node = { typeVersion: 1 };
	expect(lists.name).toBe('lists');
	expect(NodeHelpers.displayParameter(show, lists, node, description)).toBe(isShown);
});
