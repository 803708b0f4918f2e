import type { IExecuteFunctions } from 'n8n-workflow';
import { endpointAddresses, signedResumeUrlBelow } from '../../../n8nInternals';

/** Gives the address of a page where the question can be answered. Undefined if the link would not work. */
export type ResumeUrl = (query: Record<string, string>) => string | undefined;

/** @returns undefined in versions of n8n that sign no links */
export function resumeUrlIn(context: IExecuteFunctions): ResumeUrl | undefined {
	if (typeof context.getSignedResumeUrl !== 'function') return undefined;
	const path = proxyPath([context.getRestApiUrl(), ...endpointAddresses(context)]);
	if (path === '') return (query) => context.getSignedResumeUrl(query);
	return (query) => {
		// n8n signs the public path, and checks the one that the proxy passes on.
		const signed = new URL(
			signedResumeUrlBelow(context, (address) => withPath(address, pathBelow(path)), query),
		);
		if (isBelow(path, signed.pathname)) return undefined;
		return withPath(signed.href, (pathname) => path + pathname);
	};
}

/**
 * The path below which a proxy serves n8n, such as `/n8n`. Empty at the root of a host.
 *
 * @param addresses of endpoints of n8n, which have only this path in common
 */
export function proxyPath(addresses: string[]): string {
	const [first = [], ...others] = addresses.map((address) =>
		new URL(address).pathname.split('/').slice(1, -1),
	);
	const end = first.findIndex((part, index) => others.some((parts) => parts[index] !== part));
	const common = end === -1 ? first : first.slice(0, end);
	return common.map((part) => `/${part}`).join('');
}

function pathBelow(path: string) {
	return (pathname: string) => (isBelow(path, pathname) ? pathname.slice(path.length) : pathname);
}

function isBelow(path: string, pathname: string): boolean {
	return pathname.startsWith(`${path}/`);
}

function withPath(address: string, change: (pathname: string) => string): string {
	const url = new URL(address);
	url.pathname = change(url.pathname);
	return url.href;
}
