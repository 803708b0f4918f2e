import type { Features, Run } from '../../run/Operation';
import { firstOf, joinSentences, shownBare } from '../../wording';
import { isJsonObject, RECORDS_PER_PAGE, type ContactInput } from '../../service';
import type { Client } from '../../transport/ServiceClient';

const MAX_NAMED = 30;

/** Tells which custom properties the service has, if columns became some that it doesn't know. n8n's field for typed names takes no suggestions. */
export const explainMappedProperties: Features<ContactInput>['explainRejections'] = async (
	rejected: ContactInput[],
	client: Client,
	run: Run<ContactInput>,
) => {
	const none = new Map<ContactInput, string>();
	const unsure = rejected.filter(({ customProperties }) => customProperties);
	if (unsure.length === 0 || run.n8n.call.raw('dataMode') !== 'autoMapInputData') return none;
	const known = await knownProperties(client);
	if (known.length === 0) return none;
	const advised = unsure.flatMap((contact) => {
		const unknown = Object.keys(contact.customProperties ?? {}).filter(
			(one) => !known.includes(one),
		);
		return unknown.length === 0 ? [] : [[contact, adviceOn(unknown, known)] as const];
	});
	return new Map(advised);
};

/** Of the first page of contacts, as the service has no list of them. Empty if it can't be read. */
async function knownProperties(client: Client): Promise<string[]> {
	const qs = { page: 1, per: RECORDS_PER_PAGE };
	const request = { method: 'GET', url: '/contacts', qs, idempotency: 'safe' } as const;
	const response = await client.send({ ...request, maxRetries: 1 });
	if (response?.kind !== 'accepted') return [];
	const names = [response.result.data].flat().flatMap((contact) => {
		const properties = isJsonObject(contact) ? contact.customProperties : undefined;
		return isJsonObject(properties) ? Object.keys(properties) : [];
	});
	return [...new Set(names)].sort();
}

function adviceOn(unknown: string[], known: string[]): string {
	const sentences = unknown.flatMap((name) => {
		const meant = known.filter((one) => comparable(one) === comparable(name));
		return meant.length === 1
			? [`Write ${shownBare(meant[0])} instead of ${shownBare(name)}.`]
			: [];
	});
	const names = firstOf(known.map(shownBare), MAX_NAMED);
	return joinSentences(`The service's first contacts have ${names}.`, ...sentences);
}

/** `Favorite Bread` -> `favoritebread` */
function comparable(name: string): string {
	return name.replace(/[\s\p{Pd}_]+/gu, '').toLowerCase();
}
