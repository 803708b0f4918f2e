import { listSearch, loadOptions } from '../loadMethods';
import { testCredential } from '../testCredential';
import { always, answerWith, type AnsweringServer } from '../../support/answerWith';
import { Toy } from './toy/Toy';
import { ToyApi } from './toy/ToyApi';

const classes = { node: Toy, credential: ToyApi };

let server: AnsweringServer;

beforeAll(async () => {
	server = await answerWith();
});
afterAll(async () => await server.close());
beforeEach(() => server.reset());

test('loadOptions asks with the credential, defaults included', async () => {
	server.answer = (_request, response) => response.end('["a"]');
	const credential = { baseUrl: server.url };

	expect(await loadOptions('getThings', { classes, credential })).toEqual([
		{ name: 'a', value: 'a' },
	]);
	expect(server.received).toEqual([
		{ url: '/things', method: 'GET', authorization: 'Bearer default-key' },
	]);
});

test('listSearch gets the filter, the page and the parameters in the editor', async () => {
	const options = { classes, parameters: { id: 'x' }, filter: 'a', paginationToken: '1' };

	expect(await listSearch('searchThings', options)).toEqual({
		results: [{ name: 'x a 1', value: 'x a 1' }],
		paginationToken: '2',
	});
});

describe('testCredential', () => {
	test('is satisfied with an answer', async () => {
		expect(await testCredential({ baseUrl: server.url }, { classes })).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
	});

	test('says what is wrong otherwise', async () => {
		server.answer = always(401, '{"message":"no"}');

		expect(await testCredential({ baseUrl: server.url }, { classes })).toEqual({
			status: 'Error',
			message: 'Unauthorized',
		});
		expect(await testCredential({ baseUrl: 'http://127.0.0.1:1' }, { classes })).toEqual({
			status: 'Error',
			message: 'ECONNREFUSED',
		});
	});
});

test('nothing but this machine can be reached', async () => {
	const at = async (baseUrl: string) => (await testCredential({ baseUrl }, { classes })).message;

	expect(await at('http://mail.example.com')).toBe('ENOTFOUND');
	expect(await at('http://192.0.2.1')).toBe('ENETUNREACH');
});
