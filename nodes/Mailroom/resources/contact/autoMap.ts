import type { IDataObject } from 'n8n-workflow';
import { customPropertyValue } from '../../parameters/customProperties';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import type { Reader } from '../../parameters/Form';
import { columnPlace, firstOf, InvalidParameter, shown } from '../../parameters/InvalidParameter';
import { isEmpty, listNames, optionalText } from '../../parameters/text';
import type { ContactInput } from '../../service';
import { readOwnFields } from './contactProperties';

const NAME_PARTS = ['firstName', 'lastName'];

const FIELDS = ['email', 'name', 'userId', 'avatarUrl', 'languageCode', 'subscribedToLists'];

/** By `comparableName` of a column. */
const FIELD_BY_NAME = new Map([
	['emailaddress', 'email'],
	...[...FIELDS, ...NAME_PARTS].map((field) => [field.toLowerCase(), field] as const),
]);

const MAX_NAMED_COLUMNS = 30;

interface Cell {
	column: string;
	value: unknown;
}

/** By field of the contact, or by name of the custom property. */
type Cells = Map<string, Cell>;

/**
 * Columns named like a field fill it; others become custom properties.
 *
 * @param ignored names of columns
 * @throws InvalidParameter that names the column
 */
export function autoMap(json: IDataObject, ignored: string[]): ContactInput {
	const { fields, properties } = sortColumns(json, ignored.map(comparableName));
	const read = <T>(name: string, reader: Reader<T>) => {
		const cell = fields.get(name);
		return cell && reader(cell.value, columnPlace(cell.column));
	};
	const email = read('email', emailAddress);
	if (email === undefined) throw noAddressColumn([...fields.values(), ...properties.values()]);
	const own = readOwnFields({ read });
	const nameParts = NAME_PARTS.map((part) => read(part, optionalText)?.trim() ?? '');
	const found = {
		...own,
		name: own.name ?? (nameParts.join(' ').trim() || undefined),
		subscribedToLists: read('subscribedToLists', listsInCell),
		customProperties: propertiesIn(properties),
	};
	const filled = Object.entries(found).filter(([, value]) => value !== undefined);
	return { email, ...Object.fromEntries(filled) };
}

function sortColumns(json: IDataObject, ignored: string[]): { fields: Cells; properties: Cells } {
	const cells = Object.entries(json)
		.map(([column, value]) => ({ column, value, name: comparableName(column) }))
		.filter(({ name }) => !ignored.includes(name));
	const hasFullName = cells.some(({ name, value }) => name === 'name' && !isEmpty(value));
	const fields: Cells = new Map();
	const properties: Cells = new Map();
	for (const cell of cells) {
		const field = FIELD_BY_NAME.get(cell.name);
		// If there is a full name, first and last name become custom properties.
		const isProperty = !field || (hasFullName && NAME_PARTS.includes(field));
		if (isProperty) put(properties, cell.column.trim(), cell);
		else put(fields, field, cell);
	}
	return { fields, properties };
}

function comparableName(name: string): string {
	return name.replace(/[\s\p{Pd}_]+/gu, '').toLowerCase();
}

/** Of two cells for one field, the filled one counts. Different ones are refused. */
function put(cells: Cells, key: string, cell: Cell): void {
	const other = cells.get(key);
	if (!other || isEmpty(other.value)) {
		cells.set(key, cell);
		return;
	}
	if (isEmpty(cell.value) || isSame(cell.value, other.value, key)) return;
	throw new InvalidParameter(
		columnPlace(cell.column),
		`means the same as the column ${shown(other.column)}, but holds another value: ${shown(cell.value)} and ${shown(other.value)}`,
		'Remove one of the two columns before this node, e.g. with an Edit Fields node',
	);
}

function isSame(one: unknown, other: unknown, key: string): boolean {
	const [text, otherText] = [one, other].map((value) =>
		typeof value === 'object' ? JSON.stringify(value) : String(value).trim(),
	);
	return text === otherText || (key === 'email' && contactKey(text) === contactKey(otherText));
}

/** Spreadsheets also use semicolons within a cell. */
function listsInCell(value: unknown, label: string): string[] | undefined {
	return listNames(typeof value === 'string' ? value.replaceAll(';', ',') : value, label);
}

function propertiesIn(cells: Cells): ContactInput['customProperties'] {
	const filled = [...cells].filter(([, { value }]) => !isEmpty(value));
	const properties = filled.map(([name, { column, value }]) => {
		if (name === '') throw unusable(`the value ${shown(value)} is in a column without a name`);
		return [name, customPropertyValue(value, undefined, columnPlace(column))];
	});
	return properties.length > 0 ? Object.fromEntries(properties) : undefined;
}

function noAddressColumn(cells: Cell[]): InvalidParameter {
	const columns = cells.map(({ column }) => shown(column));
	return unusable(
		`the input has no column with the email address. Columns found: ${firstOf(columns, MAX_NAMED_COLUMNS) || 'none'}`,
		'Name the column with the address "email"',
	);
}

function unusable(problem: string, advice?: string): InvalidParameter {
	return new InvalidParameter('Data Mode', `is "Map Automatically", but ${problem}`, advice);
}
