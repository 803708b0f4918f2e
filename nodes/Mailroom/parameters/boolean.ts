import { InvalidParameter, shown } from './InvalidParameter';
import { isEmpty } from './text';

/** A switch, undefined when it was not added to the form; also "true" and "false" from an expression. */
export function optionalBoolean(value: unknown, parameter: string): boolean | undefined {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'boolean') return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	if (text === 'true') return true;
	if (text === 'false') return false;
	throw new InvalidParameter(parameter, `must be true or false, but is ${shown(value)}`);
}
