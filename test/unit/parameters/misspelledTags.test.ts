import { misspelledTags } from '../../../nodes/Mailroom/parameters/tags';

test.each([
	['firstname', 'firstName'],
	['FirstName', 'firstName'],
	['FIRST_NAME', 'firstName'],
	['first_name', 'firstName'],
	['first-name', 'firstName'],
	['First Name', 'firstName'],
	['fistName', 'firstName'],
	['firtsName', 'firstName'],
	['firstNamee', 'firstName'],
	['firztName', 'firstName'],
	['lastname', 'lastName'],
	['last_nmae', 'lastName'],
	['Name', 'name'],
	['NAME', 'name'],
	['e-mail', 'email'],
	['E-Mail', 'email'],
	['Email', 'email'],
	['emial', 'email'],
])('takes {{%s}} for a misspelled {{%s}}', (name, meant) => {
	expect(misspelledTags(`Dear {{${name}}},`)).toEqual([{ name, suggestion: meant }]);
	expect(misspelledTags(`Dear {{ ${name} | "you" }},`)).toEqual([{ name, suggestion: meant }]);
});

test.each([
	['<b>firstName</b>', 'firstName'],
	['&nbsp;firstName&nbsp;', 'firstName'],
	['first<wbr>Name', 'firstName'],
	['<span style="color: red">first_name</span>', 'firstName'],
	['firstName ?? "you"', 'firstName'],
	["email || 'none'", 'email'],
	['First_Name ?? lastName', 'firstName'],
])('takes {{%s}}, which the service does not fill in, for {{%s}}', (name, meant) => {
	expect(misspelledTags(`<p>Dear {{ ${name} }},</p>`)).toEqual([{ name, suggestion: meant }]);
});

test.each([
	...['firstName | default: "a ?? b"', '<b>game</b>', 'company ?? "yours"', 'a || b'],
	...['firstName', 'lastName', 'name', 'email', ' firstName ', 'firstName | default: "x"'],
	...['game', 'names', 'company', 'plan', 'email2', 'lastDate', 'first', 'userId', 'languageCode'],
	...['nickname', 'e', 'customProperties.firstname', '$json.email', '', ' '],
])('leaves {{%s}} alone', (name) => {
	expect(misspelledTags(`Dear {{${name}}},`)).toEqual([]);
});

test('names each once, and none that is no tag', () => {
	const text = '{{firstname}} {{firstname}} {{ Email }} firstname {firstname} {{firstName}}';

	expect(misspelledTags(text)).toEqual([
		{ name: 'firstname', suggestion: 'firstName' },
		{ name: 'Email', suggestion: 'email' },
	]);
});

test.each(['<', '<b>', '&nbsp;', '?? ', '| '])('is found in no time in many of %j', (piece) => {
	const begin = process.cpuUsage();
	expect(misspelledTags(`{{${piece.repeat(100_000)}firstName}}`)).toEqual([]);
	expect(process.cpuUsage(begin).user / 1000).toBeLessThan(2000);
});
