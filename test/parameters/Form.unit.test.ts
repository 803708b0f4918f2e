import type { INodeProperties } from 'n8n-workflow';
import { formOf } from '../support/formOf';

const NAME = { displayName: 'Name', name: 'name', type: 'string', default: '' } as INodeProperties;

const asIs = (value: unknown) => value;
const shout = (expression: string) => expression.replace('name', 'name.toUpperCase()');

test('a field is read as each reader asks, with its rewrite or without', () => {
	const form = formOf([NAME], { name: '={{ $json.name }}' }, { name: 'Ada' });
	const read = [undefined, shout, undefined, shout].map((one) => form.read('name', asIs, one));
	expect(read).toEqual(['Ada', 'ADA', 'Ada', 'ADA']);
});
