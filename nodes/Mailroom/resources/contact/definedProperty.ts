import { comparableName } from './contactFieldNames';
import { shown } from '../../parameters/InvalidParameter';
import { RECORDS_PER_PAGE, type ContactInput } from '../../service';
import { fetchPages } from '../../transport/fetchPages';
import { isJsonObject } from '../../transport/isJsonObject';
import { adviceOn, describeReason } from '../../transport/describeReason';
import type { Requester } from '../../transport/ServiceClient';

/**
 * Where the service does not know a custom property: the one that is probably meant, as it differs in no more than case, accents,
 * blanks, hyphens and underscores. The service has no list of those that are defined; contacts that it has stored tell.
 *
 * @param accepted contacts of the same run
 * @param client where the service may be asked for others
 */
export async function definedProperty(
	reason: string,
	accepted: ContactInput[],
	client?: Requester,
): Promise<string | undefined> {
	const inWords = describeReason(reason);
	const isUndefined = adviceOn(inWords)?.startsWith('Define it');
	const name = isUndefined ? /"([^"]*)"/.exec(inWords)?.[1] : undefined;
	if (!name) return undefined;
	const meant = likeName(name, accepted) ?? likeName(name, await storedContacts(client));
	return meant && `A property called ${shown(meant)} is defined: write the name so.`;
}

function likeName(
	name: string,
	contacts: Array<{ customProperties?: unknown }>,
): string | undefined {
	const wanted = comparableName(name);
	for (const { customProperties } of contacts) {
		const names = isJsonObject(customProperties) ? Object.keys(customProperties) : [];
		const meant = names.find((one) => one !== name && comparableName(one) === wanted);
		if (meant !== undefined) return meant;
	}
	return undefined;
}

/** Some of them, with one request. Advice is not worth an error of its own. */
async function storedContacts(client?: Requester): Promise<Array<{ customProperties?: unknown }>> {
	if (!client) return [];
	const request = { method: 'GET', url: '/contacts', idempotency: 'safe' } as const;
	const wanted = { identity: 'email', limit: RECORDS_PER_PAGE };
	return await fetchPages(client, request, wanted).then(
		({ records }) => records,
		() => [],
	);
}
