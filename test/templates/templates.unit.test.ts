import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import { MailroomTrigger } from '../../nodes/MailroomTrigger/MailroomTrigger.node';

interface Node {
	id: string;
	name: string;
	type: string;
	parameters: { content: string; width: number; height: number };
	position: [number, number];
	credentials?: object;
}

const FOLDER = join(__dirname, '..', '..', 'examples');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';
const MCP_TRIGGER = '@n8n/n8n-nodes-langchain.mcpTrigger';
const NODE_SIZE = 96;
const LABEL = { height: 64, overhang: 32 };
/** Room for a workflow that n8n 2.40 fits into a window of 1400 x 900. */
const ROOM = { width: 1132, height: 666 };
/** Below it, notes are hard to read. */
const MIN_ZOOM = 0.65;

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** The place of a note, or of a node without its label. */
function boxOf({ name, type, parameters, position: [left, top] }: Node): Box {
	const isNote = type === STICKY_NOTE;
	const ownWidth = type === MCP_TRIGGER ? 224 : NODE_SIZE;
	const width = isNote ? parameters.width : ownWidth;
	const height = isNote ? parameters.height : NODE_SIZE;
	return { name, left, top, right: left + width, bottom: top + height };
}

const withLabel = ({ left, right, bottom, ...box }: Box): Box => ({
	...box,
	left: left - LABEL.overhang,
	right: right + LABEL.overhang,
	bottom: bottom + LABEL.height,
});

/** Where n8n 2.40 draws the horizontal part of a wire that leads to the left: below the node that it leaves. */
const WIRE = { below: 178, overhang: 40, thickness: 16 };

function wireToTheLeft(source: Box, target: Box): Box[] {
	if (target.left >= source.right) return [];
	const middle = source.top + WIRE.below;
	return [
		{
			name: `${source.name} to ${target.name}`,
			left: target.left - WIRE.overhang,
			right: source.right + WIRE.overhang,
			top: middle - WIRE.thickness / 2,
			bottom: middle + WIRE.thickness / 2,
		},
	];
}

const overlap = (one: Box, other: Box) =>
	one.left < other.right &&
	other.left < one.right &&
	one.top < other.bottom &&
	other.top < one.bottom;

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

	test('fits one screen at a size that can be read', () => {
		const boxes = nodes.map(boxOf);
		const width =
			Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
		const height =
			Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
		expect(Math.min(ROOM.width / width, ROOM.height / height)).toBeGreaterThanOrEqual(MIN_ZOOM);
	});

	test('has no note or node on another one, or on its label', () => {
		const boxes = [...notes.map(boxOf), ...steps.map(boxOf).map(withLabel)];
		const covered = boxes.flatMap((box, index) =>
			boxes
				.slice(index + 1)
				.flatMap((other) => (overlap(box, other) ? [[box.name, other.name]] : [])),
		);
		expect(covered).toEqual([]);
	});

	test('has no wire across a note, a node or its label', () => {
		const places = new Map(steps.map((node) => [node.name, boxOf(node)]));
		const wires = Object.entries(connections).flatMap(([name, { main = [] }]) =>
			main.flat().flatMap(({ node }) => {
				const [source, target] = [places.get(name), places.get(node)];
				return source && target ? wireToTheLeft(source, target) : [];
			}),
		);
		const boxes = [...notes.map(boxOf), ...steps.map(boxOf).map(withLabel)];
		const crossed = wires.flatMap((wire) =>
			boxes.filter((box) => overlap(wire, box)).map((box) => [wire.name, box.name]),
		);
		expect(crossed).toEqual([]);
	});

	test('is explained by notes', () => {
		expect(notes[0].parameters.content).toContain('### Before you use it');
	});
});

// Earlier builds of the node say "is not".
test.each(["isn't", 'is not'])(
	'manage subscriptions ignores a mistyped address, which "%s an email address"',
	(wording) => {
		const { nodes } = JSON.parse(readFileSync(join(FOLDER, 'manage-subscriptions.json'), 'utf8'));
		const { parameters } = nodes.find(({ name }: Node) => name === 'Not a contact?');
		const contained = parameters.conditions.conditions.filter(
			({ operator }: { operator: { operation: string } }) => operator.operation === 'contains',
		);
		expect(contained).toHaveLength(1);
		expect(`"Email" ${wording} an email address: "nobody"`).toContain(contained[0].rightValue);
	},
);
