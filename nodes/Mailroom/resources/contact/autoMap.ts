import type { IDataObject } from 'n8n-workflow';
import { customPropertyValue } from '../../parameters/customProperties';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import type { Reader } from '../../parameters/Form';
import { columnPlace, InvalidParameter, shown } from '../../parameters/InvalidParameter';
import { listNames } from '../../parameters/listNames';
import { isEmpty, optionalText } from '../../parameters/text';
import { optionalWebAddress } from '../../parameters/webAddress';
import type { ContactInput } from '../../service';

/** The fields of a contact that a column can be, by the names of columns, as `comparableName` leaves them. */
const FIELD_BY_NAME = new Map([
	['email', 'email'],
	['emailaddress', 'email'],
	['name', 'name'],
	['firstname', 'firstName'],
	['lastname', 'lastName'],
	['userid', 'userId'],
	['avatarurl', 'avatarUrl'],
	['languagecode', 'languageCode'],
	['subscribedtolists', 'subscribedToLists'],
]);

interface Cell {
	column: string;
	value: unknown;
}

/**
 * The contact that the columns of an input item describe, with the fields that have a value. A column that is named like a field becomes
 * that field, and every other a custom property.
 *
 * @param ignored names of columns
 * @throws InvalidParameter that names the column
 */
export function autoMap(json: IDataObject, ignored: string[]): ContactInput {
	const { fields, properties } = sortColumns(json, new Set(ignored.map(comparableName)));
	const read = <T>(name: string, reader: Reader<T>) => {
		const cell = fields.get(name);
		return cell && reader(cell.value, columnPlace(cell.column));
	};
	const email = read('email', emailAddress);
	if (email === undefined) throw noAddressColumn([...fields.values(), ...properties.values()]);
	const names = [read('firstName', optionalText), read('lastName', optionalText)];
	const joinedName = names.map((name) => name?.trim() ?? '').join(' ');
	const found = {
		name: read('name', optionalText) ?? (joinedName.trim() || undefined),
		userId: read('userId', optionalText),
		avatarUrl: read('avatarUrl', optionalWebAddress),
		languageCode: read('languageCode', optionalText),
		subscribedToLists: read('subscribedToLists', listsInCell),
		customProperties: propertiesIn(properties),
	};
	const filled = Object.entries(found).filter(([, value]) => value !== undefined);
	return { email, ...Object.fromEntries(filled) };
}

/** The cells of an item, by the field of the contact or the custom property that they give. */
function sortColumns(json: IDataObject, ignored: Set<string>) {
	const fields = new Map<string, Cell>();
	const properties = new Map<string, Cell>();
	for (const [column, value] of Object.entries(json)) {
		const name = comparableName(column);
		if (ignored.has(name)) continue;
		const field = FIELD_BY_NAME.get(name);
		if (field) put(fields, field, { column, value });
		else put(properties, column.trim(), { column, value });
	}
	// A contact that has a name needs no joined one: its parts are columns like any other then.
	if (isEmpty(fields.get('name')?.value)) return { fields, properties };
	for (const part of ['firstName', 'lastName']) {
		const cell = fields.get(part);
		if (cell) put(properties, cell.column.trim(), cell);
		fields.delete(part);
	}
	return { fields, properties };
}

/** A name of a column without what spellings of it differ in: case, spaces, hyphens and underscores. */
function comparableName(name: string): string {
	return name.replace(/[\s\p{Pd}_]+/gu, '').toLowerCase();
}

/** Of two cells for one field, the filled one counts. Only the user can tell which of two that differ is right. */
function put(cells: Map<string, Cell>, key: string, cell: Cell): void {
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

/** Tells whether two cells for one field or property say the same. Case matters, except in an address. */
function isSame(one: unknown, other: unknown, key: string): boolean {
	if (typeof one === 'object') return false;
	const [text, otherText] = [one, other].map((value) => String(value).trim());
	return text === otherText || (key === 'email' && contactKey(text) === contactKey(otherText));
}

/** Spreadsheets separate the values of a cell by semicolons, too. */
function listsInCell(value: unknown, label: string): string[] | undefined {
	return listNames(typeof value === 'string' ? value.replaceAll(';', ',') : value, label);
}

function propertiesIn(cells: Map<string, Cell>): ContactInput['customProperties'] {
	const filled = [...cells].filter(([, { value }]) => !isEmpty(value));
	const properties = filled.map(([name, { column, value }]) => {
		if (name === '') throw unusable(`the value ${shown(value)} is in a column without a name`);
		return [name, customPropertyValue(value, undefined, columnPlace(column))];
	});
	return properties.length > 0 ? Object.fromEntries(properties) : undefined;
}

const MAX_NAMED_COLUMNS = 30;

function noAddressColumn(cells: Cell[]): InvalidParameter {
	const names = cells.slice(0, MAX_NAMED_COLUMNS).map(({ column }) => shown(column));
	const more = cells.length > names.length ? ` and ${cells.length - names.length} more` : '';
	return unusable(
		`the input has no column with the email address. Columns found: ${names.join(', ') || 'none'}${more}`,
		'Name the column with the address "email"',
	);
}

function unusable(problem: string, advice?: string): InvalidParameter {
	return new InvalidParameter('Data Mode', `is "Map Automatically", but ${problem}`, advice);
}
