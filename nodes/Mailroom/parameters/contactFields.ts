import type { OwnFields } from '../service';
import type { Label } from './InvalidParameter';
import { optionalText } from './text';
import { optionalWebAddress } from './webAddress';

/** Also reads a column of the input. */
export type ContactReader<T> = (value: unknown, label: Label) => T;

interface ContactField {
	name: keyof OwnFields;
	displayName: string;
	placeholder: string;
	description?: string;
	reader: ContactReader<string | undefined>;
	/** The word for it in the description of `contactUpdated`. */
	watchedAs: string;
	/** The same for all spellings of a value. */
	comparable?(value: unknown): unknown;
	/** In made-up events of the trigger. */
	sample: string | null;
}

/** A contact's own fields, apart from its address, lists and custom properties. In the order of request bodies. */
export const contactFields: ContactField[] = [
	{
		name: 'userId',
		displayName: 'User ID',
		placeholder: 'e.g. 12345',
		description: 'Identifier of the contact in your own system',
		reader: optionalText,
		watchedAs: 'user ID',
		sample: 'sample',
	},
	{
		name: 'avatarUrl',
		displayName: 'Avatar URL',
		placeholder: 'e.g. https://example.com/ada.png',
		reader: optionalWebAddress,
		watchedAs: 'avatar',
		sample: null,
	},
	{
		name: 'name',
		displayName: 'Name',
		placeholder: 'e.g. Ada Example',
		reader: optionalText,
		watchedAs: 'name',
		sample: 'Sample Contact',
	},
	{
		name: 'languageCode',
		displayName: 'Language Code',
		placeholder: 'e.g. en_US',
		description: 'Language of the contact, optionally with a region after an underscore',
		reader: optionalText,
		watchedAs: 'language',
		// The service's document writes en_US in requests and en-US in responses.
		comparable: (code) => `${code ?? ''}`.replaceAll('_', '-').toLowerCase(),
		sample: 'en',
	},
];

/** Texts name these after the name. */
export const fieldsBesideName = contactFields.filter(({ name }) => name !== 'name');

/** A form, or the columns of an item. */
type Source = { read<T>(name: string, reader: ContactReader<T>): T | undefined };

export function readOwnFields(source: Source): OwnFields {
	return Object.fromEntries(
		contactFields.map(({ name, reader }) => [name, source.read(name, reader)]),
	);
}
