import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';

const ROOT = join(__dirname, '../..');
const ESLINT = join(ROOT, 'node_modules/eslint/bin/eslint.js');
/** A file that n8n's rules for nodes are for. */
const FILE = 'nodes/Mailroom/Mailroom.node.ts';

/** What the rules find in this form, and need not. */
const EXPECTED = [
	// The code names the type of a connection; what is left of the name when it runs is the text.
	'@n8n/community-nodes/node-connection-type-literal',
	// They take the `$json` of an example for the word.
	'n8n-nodes-base/node-param-description-miscased-json',
	// They want "specify IDs"; the lists of the service have names, and no IDs.
	'n8n-nodes-base/node-param-description-wrong-for-dynamic-multi-options',
	'n8n-nodes-base/node-param-display-name-wrong-for-dynamic-multi-options',
];

type LintResult = { messages: Array<{ ruleId: string; message: string; line: number }> };

const findingsIn = (description: INodeTypeDescription) => {
	const plain = JSON.parse(
		JSON.stringify(description, (key, value) => (key === 'routing' ? undefined : value)),
	);
	const literal = inspect(plain, {
		depth: Infinity,
		maxArrayLength: Infinity,
		maxStringLength: Infinity,
	});
	const source = [
		"import type { INodeType, INodeTypeDescription } from 'n8n-workflow';",
		'export class Mailroom implements INodeType {',
		`description: INodeTypeDescription = ${literal};`,
		'}',
	].join('\n');
	const args = [ESLINT, '--stdin', '--stdin-filename', FILE, '--format', 'json'];
	// In a test run, as Jest calls its own, the rules take every file for every kind of file.
	const env = { ...process.env, NODE_ENV: '' };
	const options = { cwd: ROOT, env, input: source, encoding: 'utf8' } as const;
	const { stdout } = spawnSync(process.execPath, args, options);
	const [{ messages }]: LintResult[] = JSON.parse(stdout);
	const lines = source.split('\n');
	return messages.map(({ ruleId, message, line }) => ({ ruleId, message, at: lines[line - 1] }));
};

// The rules read source text, and see little of a form that is put together from parts.
test("n8n's lint rules hold for the form as it is shown", () => {
	const findings = findingsIn(new Mailroom().description);

	expect(findings.filter(({ ruleId }) => !EXPECTED.includes(ruleId))).toEqual([]);
	expect([...new Set(findings.map(({ ruleId }) => ruleId))].sort()).toEqual(EXPECTED);
}, 60_000);

test("n8n's lint rules are heard: a form that breaks some of them is found out", () => {
	const { description } = new Mailroom();
	const [resource] = description.properties;
	resource.displayName = 'resource';
	resource.noDataExpression = false;
	delete description.subtitle;

	const rules = findingsIn(description).map(({ ruleId }) => ruleId);

	expect(rules).toEqual(
		expect.arrayContaining([
			'@n8n/community-nodes/require-node-description-fields',
			'n8n-nodes-base/node-param-display-name-miscased',
			'n8n-nodes-base/node-param-resource-without-no-data-expression',
		]),
	);
}, 60_000);

/** @param name of a field of the first level */
const optionsOf = (name: string) =>
	new Mailroom().description.properties
		.filter((field) => field.name === name)
		.flatMap(({ options = [] }) => options as INodePropertyOptions[]);

test('actions are in sentence case and without articles, as n8n lists them', () => {
	const actions = optionsOf('operation').map(({ action }) => action);

	expect(actions).toHaveLength(11);
	for (const action of actions) {
		expect(action).toMatch(/^[A-Z][a-z ]+$/);
		expect(action).not.toMatch(/ (a|an|the) /);
	}
});

test('every example in a field of the credential is marked as one', () => {
	const examples = new MailroomApi().properties.flatMap(({ placeholder }) => placeholder ?? []);

	expect(examples).toEqual(['e.g. https://mail.example.com/v1']);
});
