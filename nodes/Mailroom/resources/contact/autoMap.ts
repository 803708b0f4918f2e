import type { IDataObject } from 'n8n-workflow';
import {
	comparableName,
	contactFieldOf,
	isAlias,
	type ContactFieldName,
} from '../../contactFieldNames';
import { oneOf } from '../../parameters/choice';
import { customProperties, customPropertyValue } from '../../parameters/customProperties';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import { field, notice, type Field } from '../../parameters/Field';
import { columnPlace, InvalidParameter, shown } from '../../parameters/InvalidParameter';
import { columnNames, listNames } from '../../parameters/listNames';
import { isEmpty, optionalText } from '../../parameters/text';
import { optionalWebAddress } from '../../parameters/webAddress';
import type { ContactInput } from '../../service';

const MAP_AUTOMATICALLY = 'Map Automatically';

export const dataMode = field(
	{
		displayName: 'Data Mode',
		name: 'dataMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Define Below',
				value: 'defineBelow',
				description: 'Set the value of each field of the contact',
			},
			{
				name: MAP_AUTOMATICALLY,
				value: 'autoMapInputData',
				description:
					"Look for incoming data that matches the contact's fields, by the names of columns",
				builderHint: {
					propertyHint:
						'Use it when each input item is a contact, such as a row of a spreadsheet or a submitted form. No Edit Fields node is needed before.',
				},
			},
		],
		default: 'defineBelow',
		description: 'How the input becomes a contact: field by field, or all columns by their names',
	},
	oneOf('defineBelow', 'autoMapInputData'),
);

/** @param ofOperation what the operation has to add */
export function autoMapNotice(ofOperation = ''): Field<undefined> {
	return notice(
		'autoMapNotice',
		`Columns that are named like a field of the contact become that field: Email, Name (or First Name and Last Name), User ID, Avatar URL, Language Code, Subscribed to Lists. Every other column becomes a custom property, which must be defined in the dashboard of the service. ${ofOperation}`.trim(),
	);
}

export const columnsToIgnore = field(
	{
		displayName: 'Columns to Ignore',
		name: 'columnsToIgnore',
		type: 'string',
		placeholder: 'e.g. row_number, Notes',
		// Google Sheets and other nodes of n8n add it to each row.
		default: 'row_number',
		description:
			'Names of columns that do not belong to the contact, separated by commas. Case, blanks, hyphens and underscores do not matter. n8n adds "row_number" to the rows of a sheet.',
	},
	columnNames,
);

interface Header {
	column: string;
	/** What its spellings have in common. */
	comparable: string;
	/** Undefined for a custom property. */
	fieldName: ContactFieldName | undefined;
	/** How an error calls the place of a value. */
	label: string;
}

interface Cell {
	header: Header;
	value: unknown;
}

/** The cells of an item, by what they say of the contact. */
interface Cells {
	fields: Map<ContactFieldName, Cell>;
	/** By the name of the custom property. */
	properties: Map<string, Cell>;
	/** Columns for the address that the user does not want. */
	ignoredAddresses: string[];
}

/**
 * The contact that the columns of an input item describe, with the fields that have a value. A column that is named like a
 * field becomes that field, and every other a custom property.
 *
 * @param ignored names of columns
 * @throws InvalidParameter that names the column
 */
export function contactFromColumns(json: IDataObject, ignored: string[]): ContactInput {
	const cells = cellsOf(json, ignored);
	const address = cells.fields.get('email');
	if (!address) throw noAddressColumn(cells);
	const email = emailAddress(address.value, address.header.label);
	const text = (name: ContactFieldName) => read(cells.fields.get(name), optionalText);
	const found = {
		name: text('name') ?? joinedName(cells),
		userId: text('userId'),
		avatarUrl: read(cells.fields.get('avatarUrl'), optionalWebAddress),
		languageCode: text('languageCode'),
		subscribedToLists: read(cells.fields.get('subscribedToLists'), listsInCell),
		customProperties: propertiesOf(cells),
	};
	const filled = Object.entries(found).filter(([, value]) => value !== undefined);
	return { email, ...Object.fromEntries(filled) };
}

function cellsOf(json: IDataObject, ignored: string[]): Cells {
	const cells: Cells = { fields: new Map(), properties: new Map(), ignoredAddresses: [] };
	const toIgnore = new Set(ignored.map(comparableName));
	for (const column of Object.keys(json)) {
		const header = headerOf(column);
		if (toIgnore.has(header.comparable)) {
			if (header.fieldName === 'email') cells.ignoredAddresses.push(column);
			continue;
		}
		const cell = { header, value: json[column] };
		if (header.fieldName) putField(cells, header.fieldName, cell);
		else put(cells.properties, column.trim(), cell);
	}
	// A contact that has a name needs no joined one: its parts are columns like any other then.
	if (isEmpty(cells.fields.get('name')?.value)) return cells;
	for (const part of ['firstName', 'lastName'] as const) {
		const cell = cells.fields.get(part);
		if (cell) put(cells.properties, cell.header.column.trim(), cell);
	}
	return cells;
}

const MAX_KNOWN_HEADERS = 1_000;

/** All rows have the same headers, which take longer to read than their cells. */
const knownHeaders = new Map<string, Header>();

function headerOf(column: string): Header {
	const known = knownHeaders.get(column);
	if (known) return known;
	const comparable = comparableName(column);
	const header = {
		column,
		comparable,
		fieldName: contactFieldOf(comparable),
		label: columnPlace(column),
	};
	if (knownHeaders.size >= MAX_KNOWN_HEADERS) knownHeaders.clear();
	knownHeaders.set(column, header);
	return header;
}

/** A column such as "Mail" beside "Email" is a custom property when it says something else. */
function putField({ fields, properties }: Cells, fieldName: ContactFieldName, cell: Cell): void {
	const other = fields.get(fieldName);
	const isEither = other && isAlias(other.header.comparable) !== isAlias(cell.header.comparable);
	if (!isEither || [cell, other].some(({ value }) => isEmpty(value)) || isSame(cell, other)) {
		put(fields, fieldName, cell);
		return;
	}
	const [better, alias] = isAlias(cell.header.comparable) ? [other, cell] : [cell, other];
	fields.set(fieldName, better);
	put(properties, alias.header.column.trim(), alias);
}

/** Of two cells for one field, the filled one counts. */
function put<Key>(cells: Map<Key, Cell>, key: Key, cell: Cell): void {
	const other = cells.get(key);
	if (!other || isEmpty(other.value)) {
		cells.set(key, cell);
		return;
	}
	if (isEmpty(cell.value) || isSame(cell, other)) return;
	// Ignoring one of two spellings would ignore the other, too.
	const isIgnoredAlone = cell.header.comparable !== other.header.comparable;
	const advice = isIgnoredAlone
		? `Add one of the two columns to "${columnsToIgnore.property.displayName}"`
		: 'Remove one of the two columns before this node, e.g. with an Edit Fields node';
	throw new InvalidParameter(
		cell.header.label,
		`means the same as the column ${shown(other.header.column)}, but holds another value: ${shown(cell.value)} and ${shown(other.value)}. ${advice}`,
	);
}

function isSame({ header, value }: Cell, other: Cell): boolean {
	if (typeof value === 'object') return false;
	const [one, two] = [value, other.value].map((text) => String(text).trim());
	return header.fieldName === 'email' ? contactKey(one) === contactKey(two) : one === two;
}

function read<T>(cell: Cell | undefined, reader: (value: unknown, label: string) => T) {
	return cell && reader(cell.value, cell.header.label);
}

function joinedName({ fields }: Cells): string | undefined {
	const parts = [fields.get('firstName'), fields.get('lastName')]
		.map((cell) => read(cell, optionalText)?.trim())
		.filter((part) => part !== undefined);
	return parts.length > 0 ? parts.join(' ') : undefined;
}

/** Spreadsheets separate the values of a cell by semicolons, too. */
function listsInCell(value: unknown, label: string): string[] | undefined {
	return listNames(typeof value === 'string' ? value.replaceAll(';', ',') : value, label);
}

function propertiesOf({ fields, properties }: Cells): ContactInput['customProperties'] {
	// A contact that this node returned has its properties in one column.
	const inOne = fields.get('customProperties');
	const all = new Map(properties);
	for (const [name, value] of Object.entries(read(inOne, customProperties) ?? {})) {
		const place = `${inOne?.header.column} > ${name}`;
		const label = `${inOne?.header.label} > ${name}`;
		const header = { ...headerOf(name), column: place, label };
		put(all, name, { header, value });
	}
	const filled = [...all]
		.filter(([, cell]) => !isEmpty(cell.value))
		.map(([name, cell]) => [name, propertyIn(name, cell)]);
	return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

function propertyIn(name: string, cell: Cell): string | number {
	if (name !== '') return customPropertyValue(cell.value, undefined, cell.header.label);
	throw new InvalidParameter(
		dataMode.property.displayName,
		`is "${MAP_AUTOMATICALLY}", but the value ${shown(cell.value)} stands in a column without a name`,
	);
}

const MAX_NAMED_COLUMNS = 30;

function noAddressColumn({ fields, properties, ignoredAddresses }: Cells): InvalidParameter {
	const columns = [...fields.values(), ...properties.values()].map(({ header }) => header.column);
	const leftOut = ignoredAddresses.length > 0 ? `; ignored: ${named(ignoredAddresses)}` : '';
	return new InvalidParameter(
		dataMode.property.displayName,
		`is "${MAP_AUTOMATICALLY}", but the input has no column with the email address. Name it "email". Columns found: ${named(columns)}${leftOut}`,
	);
}

function named(columns: string[]): string {
	const more = columns.length - MAX_NAMED_COLUMNS;
	const names = columns.slice(0, MAX_NAMED_COLUMNS).map(shown).join(', ') || 'none';
	return more > 0 ? `${names} and ${more} more` : names;
}
