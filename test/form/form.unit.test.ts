import { NodeHelpers, type IDisplayOptions, type INodePropertyOptions } from 'n8n-workflow';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import codex from '../../nodes/Mailroom/Mailroom.node.json';
import triggerCodex from '../../nodes/MailroomTrigger/MailroomTrigger.node.json';
import packageJson from '../../package.json';

/**
 * The form without its descriptions: saved workflows depend on its names, values and defaults. After a change that is meant,
 * `npx jest --selectProjects unit --testPathPatterns form.unit -u` writes it anew: read its diff.
 */

const node = new Mailroom();
const { properties, ...itself } = node.description;

const TEXTS = ['action', 'builderHint', 'description', 'hint', 'placeholder'];

type Said = Record<string, unknown>;

/** A part of the form on a line, with what is inside of it below it. */
const linesOf = (part: Said): string[] => {
	const { displayName, name, value, type, displayOptions, routing, ...others } = part;
	const { options, values, modes, ...rest } = others;
	if (type === 'notice') return [];
	const { resource, operation, ...show } = (displayOptions as IDisplayOptions)?.show ?? {};
	const request = (routing as { request?: object } | undefined)?.request;
	const settings = { ...rest, ...show, ...request };
	const said = Object.entries(settings)
		.filter(([key]) => !TEXTS.includes(key))
		.map(([key, setting]) => `${key}: ${JSON.stringify(setting)}`)
		.sort();
	const names = [displayName, name, value, type].filter((one) => one !== undefined);
	const inside = [options, values, modes].flatMap((parts) => (parts ?? []) as Said[]);
	return [[...names, ...said].join(' | '), ...inside.flatMap(linesOf).map((line) => `   ${line}`)];
};

const textOf = (parts: object[]) =>
	`\n${parts.flatMap((part) => linesOf(part as Said)).join('\n')}\n`;

const operations = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options = [] }) =>
		(options as INodePropertyOptions[]).map((operation) => ({
			resource: String(displayOptions?.show?.resource?.[0]),
			value: String(operation.value),
			operation,
		})),
	);

const fieldsOf = (resource: string, operation: string) =>
	properties.filter(
		({ displayOptions: { show } = {} }) =>
			show?.resource?.includes(resource) === true && show.operation?.includes(operation) === true,
	);

test('the node itself, and what all operations share', () => {
	const choices = properties
		.filter(({ name }) => name === 'operation')
		.map((choice) => ({ ...choice, options: [] }));
	const shared = properties.filter(({ displayOptions }) => !displayOptions);
	expect(textOf([itself, ...shared, ...choices])).toMatchSnapshot();
});

test.each(operations)('the form of $resource $value', ({ resource, value, operation }) => {
	expect(textOf([operation, ...fieldsOf(resource, value)])).toMatchSnapshot();
});

test.each([
	[{}, 'mailroom', true],
	[{ approvalOptions: { values: { approvalType: 'double' } } }, 'mailroom', true],
	[{ approvalOptions: { values: { approvalType: 'single' } } }, 'mailroom', true],
	[{ responseType: 'approvalWithText' }, 'mailroom', true],
	[{ responseType: 'freeText' }, 'mailroom', false],
	[{}, 'mailroomTool', false],
	[{}, 'mailroomHitlTool', false],
])(
	'"After Decline or Time Limit" is shown where one of them can stop a workflow: %j, %s',
	(entered, name, shown) => {
		const approval = { resource: 'email', operation: 'sendAndWait', responseType: 'approval' };
		const [field] = properties.filter((property) => property.name === 'afterDecline');
		const description = { ...node.description, name };
		const values = { ...approval, ...entered };
		expect(NodeHelpers.displayParameter(values, field, { typeVersion: 1 }, description)).toBe(
			shown,
		);
	},
);

test('the canvas has room for what it says about each operation', () => {
	const [texts] = /\{".*?\}/.exec(String(node.description.subtitle)) ?? [];
	const subtitles = Object.values<string>(JSON.parse(String(texts)));
	expect(subtitles).toHaveLength(operations.length);
	expect(subtitles.filter(({ length }) => length > 25)).toEqual([]);
});

const everything = JSON.stringify(node.description);

test('examples are marked as such, and show no address but those of example.com', () => {
	for (const [, placeholder] of everything.matchAll(/"type":"string","placeholder":"([^"]*)"/g)) {
		expect(placeholder).toMatch(/^e\.g\. /);
	}
	for (const [, host] of everything.matchAll(/[\w.+-]+@([\w.-]+\w)/g))
		expect(host).toBe('example.com');
});

test('n8n finds the node by what it is for', () => {
	expect(codex.node).toBe(`${packageJson.name}.${node.description.name}`);
	expect(packageJson.n8n.nodes).toContain('dist/nodes/Mailroom/Mailroom.node.js');
	expect(packageJson.n8n.credentials).toEqual(['dist/credentials/MailroomApi.credentials.js']);
	const aliases = codex.alias.map((alias) => alias.toLowerCase());
	for (const word of [
		'send email',
		'newsletter',
		'mailing list',
		'contacts',
		'transactional',
		'unsubscribe',
		'bounce',
		'approval',
		'human in the loop',
		'double opt-in',
		'indiepitcher',
	]) {
		expect(aliases).toContain(word);
	}
	expect(new Set(aliases).size).toBe(aliases.length);
});

/** https://docs.n8n.io/connect/create-nodes/build-your-node/reference/codex-files */
const CATEGORIES = ['Communication', 'Marketing & Content'];

test.each([codex, triggerCodex])(
	'the codex of $node has what n8n allows of community nodes',
	(one) => {
		expect(one.categories).toEqual(CATEGORIES);
		expect(one).not.toHaveProperty('subcategories');
	},
);

test('hints below fields are short enough for the linter of newer versions of n8n', () => {
	const hints = [...everything.matchAll(/"hint":"((?:[^"\\]|\\.)*)"/g)].map(([, hint]) => hint);
	expect(hints).not.toEqual([]);
	expect(hints.filter(({ length }) => length > 120)).toEqual([]);
});
