import { NodeHelpers, type INodePropertyOptions } from 'n8n-workflow';
import { MailroomTrigger } from '../../nodes/MailroomTrigger/MailroomTrigger.node';
import codex from '../../nodes/MailroomTrigger/MailroomTrigger.node.json';
import packageJson from '../../package.json';

/** What saved workflows hang on. */

const node = new MailroomTrigger();
const { description } = node;
const [events] = description.properties;

/** Whether n8n shows the lists while these events are chosen. */
const showsLists = (chosen: string[]) =>
	description.properties.some(
		(field) =>
			field.name === 'lists' &&
			NodeHelpers.displayParameter({ events: chosen }, field, { typeVersion: 1 }, description),
	);

test('has the name under which workflows know it, and is no tool', () => {
	expect(description).toMatchObject({
		name: 'mailroomTrigger',
		displayName: 'Mailroom Trigger',
		version: 1,
		polling: true,
		group: ['trigger'],
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'mailroomApi', required: true }],
	});
	expect(description.usableAsTool).toBeUndefined();
	expect(packageJson.n8n.nodes).toEqual([
		'dist/nodes/Mailroom/Mailroom.node.js',
		'dist/nodes/MailroomTrigger/MailroomTrigger.node.js',
	]);
});

test('offers the events', () => {
	const options = events.options as INodePropertyOptions[];
	expect(events).toMatchObject({ name: 'events', displayName: 'Trigger On', required: true });
	expect(options.map(({ value }) => value).sort()).toEqual([
		'bounced',
		'contactAdded',
		'contactRemoved',
		'contactUpdated',
		'subscribed',
		'unsubscribed',
	]);
});

test('asks for lists where events of lists are chosen', () => {
	expect(showsLists(['bounced', 'unsubscribed'])).toBe(true);
	expect(showsLists(['subscribed'])).toBe(true);
	expect(showsLists(['bounced', 'contactAdded'])).toBe(false);
	expect(Object.keys(node.methods.loadOptions)).toEqual(['getLists']);
});

test.each(['unsubscribe', 'new subscriber', 'bounce'])('is found by "%s"', (wish) => {
	expect(codex.node).toBe(`${packageJson.name}.${description.name}`);
	expect(codex.alias.map((alias) => alias.toLowerCase())).toContain(wish);
});
