import type { IDataObject } from 'n8n-workflow';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { firstOf, joinSentences, shown, shownBare } from '../wording';
import { failedBy } from '../run/failedBy';
import { DEFAULT_LIST } from '../service';
import { isFailed, type Failed } from '../transport/Outcome';
import type { Client } from '../transport/ServiceClient';
import { fetchRecords } from './recordPages';

/** Names that a user has given in one field. */
export interface NamedLists {
	/** Display name of the field. */
	label: string;
	names: string[];
}

const LISTS = { method: 'GET', url: '/lists', idempotency: 'safe' } as const;

/**
 * Asks the service whether it has all of the lists: nobody is on a list that doesn't exist, so a title or a slip in "Not on Lists"
 * would let everybody through.
 *
 * @returns a failure if it lacks one or couldn't be asked, undefined if the run has ended
 */
export async function refuseUnknownLists(
	client: Client,
	fields: NamedLists[],
): Promise<Failed | 'known' | undefined> {
	const named = fields.flatMap(({ names }) => names);
	if (named.every((name) => name === DEFAULT_LIST)) return 'known';
	const fetched = await fetchRecords(client, LISTS, { identity: 'name' });
	if (!fetched) return undefined;
	if (isFailed(fetched)) {
		const problem = `The names in "${fields[0].label}" couldn't be checked`;
		return { ...fetched, problem: joinSentences(problem, fetched.problem) };
	}
	const invalid = fields.map((field) => unknownIn(field, fetched.result.records)).find(Boolean);
	return invalid ? failedBy(invalid) : 'known';
}

function unknownIn({ label, names }: NamedLists, lists: IDataObject[]) {
	const known = new Set([DEFAULT_LIST, ...lists.map(({ name }) => name)]);
	const unknown = names.find((name) => !known.has(name));
	if (unknown === undefined) return undefined;
	const problem = `contains ${shown(unknown)}, but the service has no list of this name`;
	return new InvalidParameter(label, problem, adviceFor(unknown, lists));
}

function adviceFor(unknown: string, lists: IDataObject[]): string {
	const isMeant = (text: unknown) =>
		String(text).trim().toLowerCase() === unknown.trim().toLowerCase();
	const meant = lists.filter(({ name, title }) => isMeant(name) || isMeant(title));
	const [own, ...others] = meant.map(({ name }) => name);
	if (typeof own === 'string' && others.length === 0) return `Type ${shownBare(own)}`;
	const all = lists.flatMap(({ name }) => (typeof name === 'string' ? shownBare(name) : []));
	return `Names of lists: ${firstOf(all.sort())}`;
}
