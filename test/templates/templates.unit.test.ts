import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import { MailroomTrigger } from '../../nodes/MailroomTrigger/MailroomTrigger.node';

interface Node {
	id: string;
	name: string;
	type: string;
	parameters: { content: string };
	credentials?: object;
}

const FOLDER = join(__dirname, '..', '..', 'examples');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

describe.each(files)('%s', (file) => {
	const text = readFileSync(join(FOLDER, file), 'utf8');
	const {
		active,
		nodes,
		connections,
	}: {
		active: boolean;
		nodes: Node[];
		connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
	} = JSON.parse(text);
	const notes = nodes.filter(({ type }) => type === STICKY_NOTE);
	const steps = nodes.filter(({ type }) => type !== STICKY_NOTE);

	test('does nothing before it is published', () => {
		expect(active).toBe(false);
	});

	test('contains no credentials, servers or real addresses', () => {
		expect(nodes.filter(({ credentials }) => credentials)).toEqual([]);
		const hosts = [...text.matchAll(/(?:https?:\/\/|@)([\w-]+(?:\.[\w-]+)+)/g)];
		expect(hosts.map(([, host]) => host).filter((host) => host !== 'example.com')).toEqual([]);
	});

	test('connects nodes that exist', () => {
		const names = steps.map(({ name }) => name);
		const targets = Object.values(connections).flatMap((outputs) => Object.values(outputs).flat(2));
		expect(names).toEqual(expect.arrayContaining(Object.keys(connections)));
		expect(names).toEqual(expect.arrayContaining(targets.map(({ node }) => node)));
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
		expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
	});

	test('uses fields that the node has', () => {
		const known = [new Mailroom(), new MailroomTrigger()]
			.flatMap(({ description }) => description.properties)
			.map(({ name }) => name);
		const used = steps
			.filter(({ type }) => type.startsWith('n8n-nodes-mailroom.'))
			.flatMap(({ parameters }) => Object.keys(parameters));
		// n8n adds these by itself.
		const added = ['descriptionType', 'toolDescription', 'pollTimes'];
		expect([...known, ...added]).toEqual(expect.arrayContaining(used));
	});

	test('is explained by notes', () => {
		expect(notes[0].parameters.content).toContain('### Before you use it');
	});
});
