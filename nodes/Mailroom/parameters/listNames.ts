import { InvalidParameter, shown } from './InvalidParameter';
import { isEmpty, partsOf } from './text';

/** Distinct names, see `partsOf`; undefined if there are none. */
export function listNames(value: unknown, label: string): string[] | undefined {
	const names = partsOf(value).map((part) => {
		if (typeof part === 'string') return part.trim();
		throw new InvalidParameter(label, `contains ${shown(part)}, which is not a name`);
	});
	return names.length > 0 ? [...new Set(names)] : undefined;
}

/** A resource locator in either of its modes, or a plain name. */
export function requiredListName(value: unknown, label: string): string {
	const isLocator = typeof value === 'object' && value !== null && 'value' in value;
	const name = isLocator ? value.value : value;
	if (typeof name === 'string' && !isEmpty(name)) return name.trim();
	const problem = isEmpty(name) ? 'is empty' : `is not a list name: ${shown(name)}`;
	const advice = 'Select a list with "From List". The list "important" holds all contacts';
	throw new InvalidParameter(label, problem, advice);
}
