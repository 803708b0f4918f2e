import { InvalidParameter, shown } from './InvalidParameter';
import { fromJsonText, isEmpty } from './text';

/** Names of mailing lists: what the multi-select holds, as it is, or a text separated by commas; undefined when left empty. */
export function listNames(value: unknown, label: string): string[] | undefined {
	return names(value, label, 'a name of a list');
}

/** Names of custom properties, one per entry, or a text separated by commas; undefined when left empty. */
export function propertyNames(value: unknown, label: string): string[] | undefined {
	return names(value, label, 'a name of a custom property');
}

/** Names of columns, separated by commas; none when left empty. */
export function columnNames(value: unknown, label: string): string[] {
	return names(value, label, 'a name of a column') ?? [];
}

function names(value: unknown, label: string, what: string): string[] | undefined {
	const several = fromJsonText(value);
	// A name in an array may hold a comma: "City, State" is not the two properties "City" and "State".
	const parts = typeof several === 'string' ? several.split(/[,\r\n]/) : [several].flat();
	const found = parts
		.filter((part) => !isEmpty(part))
		.map((part) => {
			if (typeof part === 'string') return part.trim();
			throw new InvalidParameter(label, `holds ${shown(part)}, which is not ${what}`);
		});
	return found.length > 0 ? [...new Set(found)] : undefined;
}

/** The one list of an email: what the resource locator holds, in either of its modes, or a plain name. */
export function requiredListName(value: unknown, label: string): string {
	const isLocator = typeof value === 'object' && value !== null && 'value' in value;
	const name = isLocator ? value.value : value;
	if (isEmpty(name)) {
		throw new InvalidParameter(
			label,
			'is empty',
			'Choose a mailing list, or enter the name of one; "important" holds all contacts',
		);
	}
	if (typeof name === 'string') return name.trim();
	throw new InvalidParameter(label, `is not a name of a list: ${shown(name)}`);
}
