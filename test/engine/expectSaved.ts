import type { runNode } from '../support/engine/runNode';

type Run = Pick<Awaited<ReturnType<typeof runNode>>, 'items' | 'raw' | 'after'>;

/** That these contacts came out as saved, each paired with its item, from which `after` took the address. */
export function expectSaved({ items, raw, after }: Run, emails: string[]) {
	expect(items.map(({ json }) => json)).toEqual(emails.map((email) => ({ success: true, email })));
	expect(raw?.[0].map(({ pairedItem }) => pairedItem)).toEqual(emails.map((_, item) => ({ item })));
	expect(after).toEqual(emails);
}
