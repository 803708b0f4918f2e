import { InvalidParameter, shown } from './InvalidParameter';
import { fromJsonText, isEmpty } from './text';

/** A list of names, from an array or a text separated by commas; undefined if empty. */
export function listNames(value: unknown, label: string): string[] | undefined {
	const several = fromJsonText(value);
	// A name in an array may hold a comma, such as "City, State".
	const parts = typeof several === 'string' ? several.split(/[,\r\n]/) : [several].flat();
	const found = parts
		.filter((part) => !isEmpty(part))
		.map((part) => {
			if (typeof part === 'string') return part.trim();
			throw new InvalidParameter(label, `holds ${shown(part)}, which is not a name`);
		});
	return found.length > 0 ? [...new Set(found)] : undefined;
}

/** A resource locator in either of its modes, or a plain name. */
export function requiredListName(value: unknown, label: string): string {
	const isLocator = typeof value === 'object' && value !== null && 'value' in value;
	const name = isLocator ? value.value : value;
	if (typeof name === 'string' && !isEmpty(name)) return name.trim();
	const problem = isEmpty(name) ? 'is empty' : `is not a name of a list: ${shown(name)}`;
	const advice = 'Select a list with "From List". The list "important" holds all contacts';
	throw new InvalidParameter(label, problem, advice);
}
