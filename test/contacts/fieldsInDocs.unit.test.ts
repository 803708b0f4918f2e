import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contactFields } from '../../nodes/Mailroom/parameters/contactFields';

const textOf = (path: string) =>
	readFileSync(join(__dirname, '../..', path), 'utf8').replace(/\s+/g, ' ');

const names = contactFields.map(({ displayName }) => displayName);
const columns = ['Email', 'First Name', 'Last Name', 'Subscribed to Lists', ...names];

test.each([
	['docs/guides/import.md', /columns are custom properties, except ([^.]+)\./, columns],
	['examples/import-from-spreadsheet.json', /`Email` is required\. ([^.]+)/, names],
	['docs/trigger.md', /\(`contactUpdated`\): ([^.]+)/, contactFields.map((one) => one.watchedAs)],
])("%s names all of a contact's own fields", (path, place, expected) => {
	const [, named = ''] = place.exec(textOf(path)) ?? [];
	expect(expected.filter((name) => !named.includes(name))).toEqual([]);
});
