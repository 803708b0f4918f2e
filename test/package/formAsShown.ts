/** Applies n8n's lint rules to the complete form. They read source text, and this form is assembled from many files. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { INodeTypeDescription } from 'n8n-workflow';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node.ts';

const ROOT = join(__dirname, '../..');
const ESLINT = join(ROOT, 'node_modules/eslint/bin/eslint.js');
/** n8n's rules for nodes apply to this file name. */
const FILE = 'nodes/Mailroom/Mailroom.node.ts';

/** Findings of the rules that are not mistakes. */
const EXPECTED = [
	// The code uses NodeConnectionTypes. Only its value is left in the description.
	'@n8n/community-nodes/node-connection-type-literal',
	// The rule mistakes the links of a waiting execution for a webhook of the service.
	'@n8n/community-nodes/webhook-lifecycle-complete',
	// The rule mistakes the `$json` of an example for the word JSON.
	'n8n-nodes-base/node-param-description-miscased-json',
	// The rules want "specify IDs", but lists of the service have names instead of IDs.
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
	const options = { cwd: ROOT, input: source, encoding: 'utf8' } as const;
	const { stdout } = spawnSync(process.execPath, args, options);
	const [{ messages }]: LintResult[] = JSON.parse(stdout);
	const lines = source.split('\n');
	return messages.map(({ ruleId, message, line }) => ({ ruleId, message, at: lines[line - 1] }));
};

const findings = findingsIn(new Mailroom().description);
const rules = findings.map(({ ruleId }) => ruleId);
assert.deepEqual(
	findings.filter(({ ruleId }) => !EXPECTED.includes(ruleId)),
	[],
);
// Each expected finding still occurs.
assert.deepEqual([...new Set(rules)].sort(), EXPECTED);
