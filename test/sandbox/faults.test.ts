import { openSandbox } from '../support/openSandbox';

let opened: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
	opened = await openSandbox();
});
afterAll(() => opened.sandbox.close());

test('refuses faults and settings that make no sense', async () => {
	const { faults, origin } = opened.sandbox;
	const endpoint = 'POST /contacts/create_many';
	expect(() => faults.add({ endpoint })).toThrow('changes nothing');
	expect(() => faults.add({ endpoint: '', status: 500 })).toThrow('endpoint');
	expect(() => faults.add(Object.assign({ endpoint, cutJSON: true }))).toThrow('cutJSON');
	for (const settings of [{ limit: -1 }, { window: 'open' }]) {
		const { status } = await opened.anonymous.post(`${origin}/_sandbox/settings`, settings);
		expect(status).toBe(400);
	}
});
