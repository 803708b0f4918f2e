import axios from 'axios';
import { startSandbox } from '../../sandbox';

/** A sandbox on a free port, without a limit unless one is asked for, and a client with its key. */
export async function openSandbox(options?: Parameters<typeof startSandbox>[0]) {
	const sandbox = await startSandbox({ limit: 0, ...options });
	const anonymous = axios.create({
		baseURL: sandbox.url,
		// Refusals are answers here, not errors.
		validateStatus: () => true,
		maxRedirects: 0,
		proxy: false,
	});
	const api = axios.create({
		...anonymous.defaults,
		headers: { Authorization: `Bearer ${sandbox.apiKey}` },
	});
	return { sandbox, api, anonymous };
}
