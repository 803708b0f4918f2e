import type { INodePropertyOptions } from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';

/** @param name of a field of the first level */
const optionsOf = (name: string) =>
	new Mailroom().description.properties
		.filter((field) => field.name === name)
		.flatMap(({ options = [] }) => options as INodePropertyOptions[]);

test('actions are in sentence case and without articles, as n8n lists them', () => {
	const actions = optionsOf('operation').map(({ action }) => action);

	expect(actions).toHaveLength(12);
	for (const action of actions) {
		expect(action).toMatch(/^[A-Z][a-z ]+$/);
		expect(action).not.toMatch(/ (a|an|the) /);
	}
});

test('every example in a field of the credential is marked as one', () => {
	const examples = new MailroomApi().properties.flatMap(({ placeholder }) => placeholder ?? []);

	expect(examples).toEqual(['e.g. https://mail.example.com/v1']);
});
