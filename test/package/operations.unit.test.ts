import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import type { INodeProperties } from 'n8n-workflow';
import { resources } from '../../nodes/Mailroom/resources';
import { requestOptionsProperty } from '../../nodes/Mailroom/resources/requestOptionsProperty';
import { outputSchema } from '../support/outputSchema';

const page = readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8');

interface Section {
	/** The section around it, for an operation its resource. */
	parent?: string;
	heading: string;
	text: string;
}

const sections: Section[] = [];
for (const part of page.split(/^(?=##)/m).slice(1)) {
	const [, hashes, heading, text] = /^(#+) (.+)\n([^]*)$/.exec(part) ?? [];
	const parent = sections.filter((section) => section.parent === undefined).at(-1)?.heading;
	sections.push({ parent: hashes === '##' ? undefined : parent, heading, text });
}

const operations = resources.flatMap(({ resource, displayName, operations: some }) =>
	some.map(({ value, form, wire }) => ({
		...form,
		endpoint: `${wire.endpoint.method} ${wire.endpoint.url}`,
		value,
		resource,
		displayName,
		section: sections.find(
			({ parent, heading }) => parent === displayName && heading === form.name,
		),
	})),
);

/** The paragraph that begins with the word, and the sections to which it links. */
const paragraph = (word: 'Fields' | 'Output', text = '') => {
	const [, own = ''] = new RegExp(`^${word}: ([^]*?)\n\n`, 'm').exec(text) ?? [];
	const linked = [...own.matchAll(/\]\(#([\w-]+)\)/g)].flatMap(([, anchor]) => {
		const isMeant = ({ heading }: Section) => heading.toLowerCase().replaceAll(' ', '-') === anchor;
		return sections.find(isMeant)?.text ?? [];
	});
	return { own, linked: linked.join('\n') };
};

/** Names in italics; a star marks required fields. */
const fieldsIn = (text: string) =>
	[...text.matchAll(/_([A-Z][^_]*)_(\\\*)?/g)].map(([, name, star]) => ({
		name: name.replace(/\s+/g, ' '),
		isRequired: star !== undefined,
	}));

const namesIn = (text: string) => fieldsIn(text).map(({ name }) => name);

/** Fields, and those inside of them. */
const fieldsOf = (properties: INodeProperties[]): INodeProperties[] =>
	properties
		.filter(({ type }) => type !== 'notice')
		.flatMap((property) => [property, ...fieldsOf(inside(property))]);

const inside = ({ options = [] }: INodeProperties) =>
	options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? option : [];
	});

const namesOf = (properties: INodeProperties[]) =>
	fieldsOf(properties).map(({ displayName }) => displayName);

/** Items in JSON. What the service responds is shown in JSON, too: test/requests has tests of it. */
const examplesIn = (text: string) =>
	[
		...text.replace(/^Response:\n\n```json\n[^]*?^```/gm, '').matchAll(/^```json\n([^]*?)^```/gm),
	].flatMap(([, code]) => code.split(/\n(?=\{)/).map((example) => JSON.parse(example) as object));

test('docs/operations.md names no endpoint that no operation has', () => {
	const named = [...page.matchAll(/`([A-Z]+ \/\w[^`]*)`/g)].map(([, endpoint]) => endpoint);
	const all = operations.map(({ endpoint }) => endpoint);
	expect(new Set(named)).toEqual(new Set(all));
});

describe.each(operations)(
	'docs/operations.md on $displayName > $name',
	({ resource, value, endpoint, properties, section }) => {
		const { own, linked } = paragraph('Fields', section?.text);

		test('begins with the endpoint', () => {
			expect(section?.text.trimStart().startsWith(`\`${endpoint}\``)).toBe(true);
		});

		test('names all fields of the form', () => {
			expect(namesIn(own + linked)).toEqual(expect.arrayContaining(namesOf(properties)));
		});

		test('names no field that the form does not have', () => {
			expect(namesOf(properties)).toEqual(expect.arrayContaining(namesIn(own)));
		});

		test('marks the required fields', () => {
			const marked = fieldsIn(own + linked).filter(({ isRequired }) => isRequired);
			const required = fieldsOf(properties).filter((field) => field.required);
			expect(new Set(marked.map(({ name }) => name))).toEqual(
				new Set(required.map(({ displayName }) => displayName)),
			);
		});

		test('shows output that fits the schema, with all that the schema has', () => {
			const { version, ...schema } = outputSchema(`${resource}/${value}`);
			expect(version).toBe(1);
			const fits = new Ajv({ allowUnionTypes: true }).compile({
				...schema,
				additionalProperties: false,
			});
			const output = `${section?.text}\n${paragraph('Output', section?.text).linked}`;
			const examples = examplesIn(output);
			expect(examples.filter((example) => !fits(example))).toEqual([]);

			const shown = examples.flatMap((example) => Object.keys(example));
			const ofAll = sections.find(({ heading }) => heading === 'Output')?.text ?? '';
			const isSaid = (field: string) => shown.includes(field) || ofAll.includes(field);
			expect(Object.keys(schema.properties).filter((field) => !isSaid(field))).toEqual([]);
		});
	},
);

test('docs/operations.md names the options of all requests', () => {
	const [name, ...options] = namesOf([requestOptionsProperty]);
	const section = sections.find(({ heading }) => heading === name);
	expect(namesIn(section?.text ?? '')).toEqual(options);
});
