import { RejectionSearch } from '../../nodes/Mailroom/run/send/RejectionSearch';
import { NodeRun } from '../../nodes/Mailroom/run/NodeRun';
import { continued, runOn } from '../support/engine/runNode';
import { parametersOf, strangers } from '../support/operations';
import { useSandbox } from '../support/useSandbox';

// Something throws that should not, after a request. The steps before: `transport/thrown.unit`.

const service = useSandbox();
const sends = parametersOf('email sendTransactional');
const upserts = parametersOf('contact upsert');

const throwOnce = (spy: jest.SpyInstance) =>
	spy.mockImplementationOnce(() => {
		throw new Error('a bug');
	});

afterEach(() => jest.restoreAllMocks());

test('as an accepted email is noted: it is in doubt, and the others are sent', async () => {
	throwOnce(jest.spyOn(NodeRun.prototype, 'note'));
	const { errors } = await runOn(service)(sends, strangers(5), { node: continued });

	expect(service.inbox).toHaveLength(5);
	expect(errors[0]).toMatch(/^The email may or may not have been sent.* a bug/);
	expect(errors.slice(1)).toEqual(Array(4).fill(undefined));
});

test('as an accepted email is noted, with "Stop": the account says that it is in doubt', async () => {
	throwOnce(jest.spyOn(NodeRun.prototype, 'note'));
	const { error } = await runOn(service)(sends, strangers(30));

	expect(service.inbox.length).toBeLessThan(30);
	expect(error?.message).toMatch(/^The email may or may not have been sent/);
	expect(error?.message).toMatch(/1 in doubt;.*-30 not sent\)$/);
});

test('as rejected contacts are searched: only their request fails, and later ones start', async () => {
	service.sandbox.faults.add({ endpoint: '*', status: 400 });
	throwOnce(jest.spyOn(RejectionSearch.prototype, 'next'));
	const { errors } = await runOn(service)(upserts, strangers(300), { node: continued });

	expect(service.sandbox.store.contacts.size).toBe(200);
	expect(errors.filter(Boolean)).toHaveLength(100);
});

test('as rejected contacts are searched, with "Stop": the run ends', async () => {
	service.sandbox.faults.add({ endpoint: '*', status: 400, delayMs: 200 });
	throwOnce(jest.spyOn(RejectionSearch.prototype, 'next'));
	const { error } = await runOn(service)(upserts, strangers(1500));

	expect(error?.message).toMatch(/^a bug.*not saved\)$/);
});
