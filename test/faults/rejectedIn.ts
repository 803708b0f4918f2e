import type { IDataObject } from 'n8n-workflow';

/** Addresses of an output item that "Skip Rejected Recipients" has left out. */
export function rejectedIn({ rejected = [] }: IDataObject): string[] {
	return (rejected as Array<{ email: string }>).map(({ email }) => email);
}
