import { startSandbox } from '../../sandbox';
import type { Sandbox } from '../../sandbox/startSandbox';

export interface OwnSandbox {
	sandbox: Sandbox;
	credential: { baseUrl: string; apiKey: string };
}

/**
 * Sandboxes for runs side by side, without a limit: the node keeps to one by itself. A run has one to itself, as new, and a key
 * of its own, so that it neither waits for another run nor shares its outages. What it is to keep of the journal, it copies.
 */
export const useSandboxes = () => {
	const all: Sandbox[] = [];
	const idle: Sandbox[] = [];
	let runs = 0;

	afterAll(async () => await Promise.all(all.map((sandbox) => sandbox.close())));

	const open = async () => {
		const sandbox = await startSandbox({ limit: 0 });
		all.push(sandbox);
		return sandbox;
	};

	return async <T>(run: (own: OwnSandbox) => Promise<T>): Promise<T> => {
		const sandbox = idle.pop() ?? (await open());
		sandbox.reset();
		const apiKey = `key-of-run-${++runs}`;
		sandbox.keys.splice(0, Infinity, apiKey);
		const outcome = await run({ sandbox, credential: { baseUrl: sandbox.url, apiKey } });
		idle.push(sandbox);
		return outcome;
	};
};
