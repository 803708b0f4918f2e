/** What Node's own `fetch` sends its requests with: the part that a test needs of it. */
interface Dispatcher {
	dispatch(options: { origin?: unknown }, handler: unknown): boolean;
}

/** Where Node keeps the one that all requests use. It is made by the first request. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** Modules of node_modules run in the realm of the jest worker, and use its `fetch` (nativeModule.js). */
declare const nativeGlobal: typeof globalThis & { [GLOBAL_DISPATCHER]?: Dispatcher };

/**
 * Leads the requests of `fetch` for one host to the sandbox, and refuses all others.
 *
 * @param host with its protocol
 * @param origin of the sandbox
 * @returns puts things back
 */
export async function leadToSandbox(host: string, origin: string) {
	await nativeGlobal.fetch(origin);
	const own = nativeGlobal[GLOBAL_DISPATCHER];
	if (!own) throw new Error('This Node keeps its dispatcher elsewhere');
	nativeGlobal[GLOBAL_DISPATCHER] = {
		dispatch(options, handler) {
			if (String(options.origin) !== host) throw new Error(`Not for ${String(options.origin)}`);
			return own.dispatch({ ...options, origin }, handler);
		},
	};
	return () => {
		nativeGlobal[GLOBAL_DISPATCHER] = own;
	};
}
