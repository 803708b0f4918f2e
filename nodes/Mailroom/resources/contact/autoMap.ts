import type { IDataObject } from 'n8n-workflow';
import { contactFields, readOwnFields, type ContactReader } from '../../parameters/contactFields';
import { customPropertyValue, entriesOf } from '../../parameters/customProperties';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import { InvalidParameter, type Label } from '../../parameters/InvalidParameter';
import { listNames, optionalText } from '../../parameters/text';
import { isEmpty } from '../../parameters/values';
import { firstOf, shown, textOf } from '../../wording';
import type { ContactInput } from '../../service';

const NAME_PARTS = ['firstName', 'lastName'];

const FIELDS = ['email', ...contactFields.map(({ name }) => name), 'subscribedToLists'];

/** By `comparableName` of a column. */
const FIELD_BY_NAME = new Map([
	['emailaddress', 'email'],
	...[...FIELDS, ...NAME_PARTS, 'customProperties'].map(
		(field) => [field.toLowerCase(), field] as const,
	),
]);

/** By `comparableName`; only the service sets it. */
const NOT_WRITABLE = 'hardbouncedat';

const MAX_NAMED_COLUMNS = 30;

interface Cell {
	column: string;
	value: unknown;
}

/** Keyed by the field or custom property that they fill. */
type Cells = Map<string, Cell>;

/**
 * Columns named like a field fill it; others become custom properties.
 * Contacts as Get Many returns them can be written back.
 *
 * @param ignored names of columns
 * @throws InvalidParameter that names the column
 */
export function autoMap(json: IDataObject, ignored: string[]): ContactInput {
	const ignoredNames = ignored.map(comparableName);
	const isIgnored = (name: string) => ignoredNames.includes(comparableName(name));
	const columns = Object.keys(json).filter(
		(column) => !isIgnored(column) && comparableName(column) !== NOT_WRITABLE,
	);
	const { fields, properties } = cellsOf(json, columns, isIgnored);
	const take = <T>(field: string, reader: ContactReader<T>) => {
		const cell = fields.get(field);
		return cell && reader(cell.value, { column: cell.column });
	};
	const email = take('email', emailAddress);
	if (email === undefined) throw noAddressColumn(columns);
	const own = readOwnFields({ read: take });
	const nameParts = NAME_PARTS.map((part) => take(part, optionalText)?.trim() ?? '');
	const found = {
		...own,
		name: own.name ?? (nameParts.join(' ').trim() || undefined),
		subscribedToLists: take('subscribedToLists', listsInCell),
		customProperties: propertiesIn(properties),
	};
	const filled = Object.entries(found).filter(([, value]) => value !== undefined);
	return { email, ...Object.fromEntries(filled) };
}

function cellsOf(json: IDataObject, columns: string[], isIgnored: (name: string) => boolean) {
	const fields: Cells = new Map();
	const properties: Cells = new Map();
	const hasName = columns.some(
		(column) => comparableName(column) === 'name' && !isEmpty(json[column]),
	);
	for (const column of columns) {
		const value = json[column];
		const field = FIELD_BY_NAME.get(comparableName(column));
		if (field === 'customProperties') {
			for (const [name, entry] of entriesOf(value, { column })) {
				const cell = { column: `${column}.${name}`, value: entry };
				if (!isIgnored(name)) put(properties, name.trim(), cell);
			}
			continue;
		}
		// If there is a full name, first and last name become custom properties.
		const isProperty = field === undefined || (hasName && NAME_PARTS.includes(field));
		if (isProperty) put(properties, column.trim(), { column, value });
		else put(fields, field, { column, value });
	}
	return { fields, properties };
}

/** `First-Name` -> `firstname` */
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
	if (isEmpty(cell.value) || haveSameText(cell.value, other.value, key)) return;
	throw new InvalidParameter(
		{ column: cell.column },
		`and column ${shown(other.column)} fill the same field with different values: ${shown(cell.value)} and ${shown(other.value)}`,
		'Remove one of the two columns before this node, e.g. with an Edit Fields node',
	);
}

function haveSameText(one: unknown, other: unknown, key: string): boolean {
	const [text, otherText] = [one, other].map((value) => textOf(value).trim());
	return text === otherText || (key === 'email' && contactKey(text) === contactKey(otherText));
}

/** Spreadsheets also use semicolons within a cell. */
function listsInCell(value: unknown, label: Label): string[] | undefined {
	return listNames(typeof value === 'string' ? value.replaceAll(';', ',') : value, label);
}

function propertiesIn(cells: Cells): ContactInput['customProperties'] {
	const filled = [...cells].filter(([, { value }]) => !isEmpty(value));
	const properties = filled.map(([name, { column, value }]) => {
		if (name === '') throw unusable(`the value ${shown(value)} is in a column without a name`);
		return [name, customPropertyValue(value, undefined, { column })];
	});
	return properties.length > 0 ? Object.fromEntries(properties) : undefined;
}

function noAddressColumn(columns: string[]): InvalidParameter {
	const found = firstOf(columns.map(shown), MAX_NAMED_COLUMNS) || 'none';
	return unusable(
		`the input has no column with the email address. Columns found: ${found}`,
		'Rename the column that contains the address to "email"',
	);
}

function unusable(problem: string, advice?: string): InvalidParameter {
	return new InvalidParameter('Data Mode', `is "Map Automatically", but ${problem}`, advice);
}
