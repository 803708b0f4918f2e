import type { IDataObject } from 'n8n-workflow';
import { startSandbox } from '../../sandbox';
import type { Sandbox } from '../../sandbox/startSandbox';

type Credential = { baseUrl: string; apiKey: string; allowHttp?: boolean };

export const received = ({ journal }: Pick<Sandbox, 'journal'>) =>
	journal.map(({ method, path, query, body }) => ({ method, path, query, body }));

/**
 * A sandbox for the tests of a file, without a limit: the node keeps to one by itself. Before each test it is as new and has
 * another key, so that no test waits for a start that the node still owes to the one before.
 */
export const useSandbox = () => {
	let sandbox: Sandbox;
	let tests = 0;

	beforeAll(async () => {
		sandbox = await startSandbox({ limit: 0 });
	});
	afterAll(async () => await sandbox.close());
	beforeEach(() => {
		sandbox.reset();
		sandbox.keys.splice(0, Infinity, `key-of-test-${++tests}`);
	});

	return {
		get sandbox() {
			return sandbox;
		},
		get credential(): Credential {
			return { baseUrl: sandbox.url, apiKey: sandbox.keys[0] };
		},
		/** Requests to the service, in order of arrival. */
		get received() {
			return received(sandbox);
		},
		get bodies() {
			return received(sandbox).map(({ body }) => body as IDataObject);
		},
		/** Adds contacts who get the lists `newsletter` and `product-updates`. */
		subscribe(...emails: string[]) {
			const subscribedToLists = ['newsletter', 'product-updates'];
			for (const email of emails) sandbox.store.addContact({ email, subscribedToLists });
		},
		/** Recipients of the emails that the service has sent. */
		get inbox() {
			return sandbox.store.mails.map(({ to }) => to);
		},
	};
};
