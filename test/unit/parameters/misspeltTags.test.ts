import { misspeltTags } from '../../../nodes/Mailroom/parameters/misspeltTags';

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
])('takes {{%s}} for a misspelt {{%s}}', (name, meant) => {
	expect(misspeltTags(`Dear {{${name}}},`)).toEqual([{ name, meant }]);
	expect(misspeltTags(`Dear {{ ${name} | "you" }},`)).toEqual([{ name, meant }]);
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
	expect(misspeltTags(`<p>Dear {{ ${name} }},</p>`)).toEqual([{ name, meant }]);
});

test.each([
	...['firstName | default: "a ?? b"', '<b>game</b>', 'company ?? "yours"', 'a || b'],
	...['firstName', 'lastName', 'name', 'email', ' firstName ', 'firstName | default: "x"'],
	...['game', 'names', 'company', 'plan', 'email2', 'lastDate', 'first', 'userId', 'languageCode'],
	...['nickname', 'e', 'customProperties.firstname', '$json.email', '', ' '],
])('leaves {{%s}} alone', (name) => {
	expect(misspeltTags(`Dear {{${name}}},`)).toEqual([]);
});

test('names each once, and none that is no tag', () => {
	const text = '{{firstname}} {{firstname}} {{ Email }} firstname {firstname} {{firstName}}';

	expect(misspeltTags(text)).toEqual([
		{ name: 'firstname', meant: 'firstName' },
		{ name: 'Email', meant: 'email' },
	]);
});

test.each(['<', '<b>', '&nbsp;', '?? ', '| '])('is found in no time in many of %j', (piece) => {
	const begin = process.cpuUsage();
	expect(misspeltTags(`{{${piece.repeat(100_000)}firstName}}`)).toEqual([]);
	expect(process.cpuUsage(begin).user / 1000).toBeLessThan(2000);
});
