import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { Mailroom } from '../../../nodes/Mailroom/Mailroom.node.ts';
import { MailroomTrigger } from '../../../nodes/MailroomTrigger/MailroomTrigger.node.ts';
import { repositoryFolder } from '../../../tools/folders';
import { PICTURES, type Picture } from './pictures';

export const PICTURES_FOLDER = join(repositoryFolder, 'docs', 'images');
/** The texts at the time the pictures were taken: a picture cannot be compared with a form. */
export const TEXTS_FILE = join(PICTURES_FOLDER, 'pictures.txt');

const examples = join(repositoryFolder, 'examples');
const templatesOfExamples: Array<{ name: string; nodes: object[] }> = readdirSync(examples)
	.filter((file) => file.endsWith('.json'))
	.map((file) => JSON.parse(readFileSync(join(examples, file), 'utf8')));

/** The texts that the pictures show, as they are now. */
export function textsOfPictures(): string {
	return Object.entries<Picture>(PICTURES)
		.flatMap(([name, picture]) => [`# ${name}`, ...textsOf(picture)])
		.map((line) => `${line}\n`)
		.join('');
}

function textsOf({ form, isOfTrigger = false, template, says = [] }: Picture) {
	return [
		...(form ? textsOfForm(form, isOfTrigger) : []),
		...(template ? textsOfTemplate(template) : []),
		...says,
	];
}

function textsOfForm(parameters: INodeParameters, isOfTrigger: boolean) {
	const { description } = isOfTrigger ? new MailroomTrigger() : new Mailroom();
	const node = { typeVersion: 1 };
	const { properties } = description;
	const values =
		NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description) ?? {};
	return properties
		.filter((property) => NodeHelpers.displayParameter(values, property, node, description))
		.map((property) => textOfField(property, values[property.name]));
}

/** Its name, what is chosen of its options, its hint, and its placeholder. */
function textOfField(property: INodeProperties, value: unknown) {
	const { displayName, options = [], hint = [], placeholder = [] } = property;
	const chosen = options
		.filter((option) => 'value' in option && [value].flat().includes(option.value))
		.map(({ name }) => name);
	return [displayName, ...chosen, hint, placeholder].flat().join(': ');
}

function textsOfTemplate({ name, shows }: NonNullable<Picture['template']>) {
	const nodes = templatesOfExamples.find((template) => template.name === name)?.nodes;
	if (!nodes) throw new Error(`There is no template "${name}"`);
	const texts: string[] = [];
	JSON.stringify(nodes, (key, value) => {
		if (shows.includes(key) && typeof value === 'string') texts.push(value.replaceAll('\n', ' '));
		return value;
	});
	return texts;
}
