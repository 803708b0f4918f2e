import type { IDataObject } from 'n8n-workflow';
import { oneOf } from '../../parameters/choice';
import { customProperties, customPropertyValue } from '../../parameters/customProperties';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import { field, notice, type Field } from '../../parameters/Field';
import { columnPlace, InvalidParameter, shown } from '../../parameters/InvalidParameter';
import { columnNames, listNames } from '../../parameters/listNames';
import { isEmpty, optionalText } from '../../parameters/text';
import { optionalWebAddress } from '../../parameters/webAddress';
import type { ContactInput } from '../../service';
import {
	comparableName,
	contactFieldOf,
	isOtherName,
	type ContactFieldName,
} from './contactFieldNames';

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

interface Cell {
	/** Name of its column. */
	column: string;
	value: unknown;
	/** Set where its column has none of the fields' own names. */
	isOther?: boolean;
}

/** The cells of an item, by the field of the contact or the custom property that they give. */
interface Cells {
	fields: Map<ContactFieldName, Cell>;
	properties: Map<string, Cell>;
}

/**
 * The contact that the columns of an input item describe, with the fields that have a value. A column that is named like a
 * field becomes that field, and every other a custom property.
 *
 * @param ignored names of columns
 * @throws InvalidParameter that names the column
 */
export function contactFromColumns(json: IDataObject, ignored: string[]): ContactInput {
	const { fields, properties } = cellsOf(json, ignored);
	const read = <T>(name: ContactFieldName, reader: (value: unknown, label: string) => T) => {
		const cell = fields.get(name);
		return cell && reader(cell.value, columnPlace(cell.column));
	};
	const email = read('email', emailAddress);
	if (email === undefined) throw noAddressColumn([...fields.values(), ...properties.values()]);
	for (const [name, value] of Object.entries(read('customProperties', customProperties) ?? {})) {
		put(properties, name, { column: `${fields.get('customProperties')?.column} > ${name}`, value });
	}
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

function cellsOf(json: IDataObject, ignored: string[]): Cells {
	const cells: Cells = { fields: new Map(), properties: new Map() };
	const toIgnore = new Set(ignored.map(comparableName));
	const columns = Object.entries(json).map(([column, value]) => {
		const comparable = comparableName(column);
		return { column, value, comparable, isOther: isOtherName(comparable) };
	});
	// The fields' own names come first: "Mail" beside "Email" is a custom property when it says something else.
	for (const cell of columns.sort((one, other) => Number(one.isOther) - Number(other.isOther))) {
		if (toIgnore.has(cell.comparable)) continue;
		const fieldName = contactFieldOf(cell.comparable);
		if (fieldName && !isBeside(cells.fields.get(fieldName), cell, fieldName)) {
			put(cells.fields, fieldName, cell);
		} else put(cells.properties, cell.column.trim(), cell);
	}
	// A contact that has a name needs no joined one: its parts are columns like any other then.
	if (isEmpty(cells.fields.get('name')?.value)) return cells;
	for (const part of ['firstName', 'lastName'] as const) {
		const cell = cells.fields.get(part);
		if (cell) put(cells.properties, cell.column.trim(), cell);
	}
	return cells;
}

/** Tells whether a cell says something else than one with a better name, and so is a custom property. */
function isBeside(better: Cell | undefined, cell: Cell, field: ContactFieldName): boolean {
	if (!better || better.isOther === cell.isOther || isEmpty(cell.value)) return false;
	// Who has no address in the column for it is not to be whoever another column names.
	if (isEmpty(better.value)) return field === 'email';
	return !isSame(better, cell, field);
}

/** Of two cells for one field, the filled one counts. Two that say different things are a mistake that only the user can mend. */
function put<Key>(cells: Map<Key, Cell>, key: Key, cell: Cell): void {
	const other = cells.get(key);
	if (!other || isEmpty(other.value)) {
		cells.set(key, cell);
		return;
	}
	if (isEmpty(cell.value) || isSame(cell, other, key)) return;
	throw new InvalidParameter(
		columnPlace(cell.column),
		`means the same as the column ${shown(other.column)}, but holds another value: ${shown(cell.value)} and ${shown(other.value)}. Remove one of the two columns before this node, e.g. with an Edit Fields node`,
	);
}

/** Tells whether two cells for one field or property say the same. The case of an address, and of nothing else, means nothing. */
function isSame({ value: one }: Cell, { value: other }: Cell, of: unknown): boolean {
	if (typeof one === 'object') return false;
	const [text, otherText] = [one, other].map((value) => String(value).trim());
	return text === otherText || (of === 'email' && contactKey(text) === contactKey(otherText));
}

/** Spreadsheets separate the values of a cell by semicolons, too. */
function listsInCell(value: unknown, label: string): string[] | undefined {
	return listNames(typeof value === 'string' ? value.replaceAll(';', ',') : value, label);
}

function propertiesIn(cells: Map<string, Cell>): ContactInput['customProperties'] {
	const filled = [...cells].filter(([, { value }]) => !isEmpty(value));
	const properties = filled.map(([name, { column, value }]) => {
		if (name === '') throw unusable(`the value ${shown(value)} stands in a column without a name`);
		return [name, customPropertyValue(value, undefined, columnPlace(column))];
	});
	return properties.length > 0 ? Object.fromEntries(properties) : undefined;
}

const MAX_NAMED_COLUMNS = 30;

function noAddressColumn(cells: Cell[]): InvalidParameter {
	const names = cells.slice(0, MAX_NAMED_COLUMNS).map(({ column }) => shown(column));
	const more = cells.length > names.length ? ` and ${cells.length - names.length} more` : '';
	return unusable(
		`the input has no column with the email address. Name it "email". Columns found: ${names.join(', ') || 'none'}${more}`,
	);
}

function unusable(problem: string): InvalidParameter {
	const { displayName } = dataMode.property;
	return new InvalidParameter(displayName, `is "${MAP_AUTOMATICALLY}", but ${problem}`);
}
