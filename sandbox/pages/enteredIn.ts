import type { FastifyRequest } from 'fastify';

/** What a visitor has entered into a form: trimmed texts, empty where a field is missing. */
export function enteredIn<Name extends string>({ body }: FastifyRequest, names: readonly Name[]) {
	const entered = Object.fromEntries(Object.entries(body ?? {}));
	const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
	return Object.fromEntries(names.map((name) => [name, textOf(entered[name])])) as Record<
		Name,
		string
	>;
}
