import { createHash } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { serviceAddress } from '../../credentials/serviceAddress';
import { connect, CREDENTIAL } from '../Mailroom/execution/connect';
import { RECORDS_PER_PAGE } from '../Mailroom/service';
import { answerRecord } from '../Mailroom/transport/answerData';
import { Cancellation } from '../Mailroom/transport/Cancellation';
import { readPages } from '../Mailroom/transport/fetchPages';
import { Lane } from '../Mailroom/transport/Lane';
import type { ServiceClient, ServiceRequest } from '../Mailroom/transport/ServiceClient';
import { ServiceError } from '../Mailroom/transport/ServiceError';
import { contactEvent } from './contactEvent';
import type { ContactMemory } from './ContactMemory';
import { emptyMemory, memoryOf, memoryText } from './memoryText';
import { isWatched, type Watched } from './watched';

/** The word of the node's static data under which n8n keeps what is known of the contacts. */
const MEMORY = 'contacts';

/** So many contacts that a look lacked are asked for one by one; of more, only a second look says that they are gone. */
const MOST_ASKED_FOR = 10;

/**
 * Looks at all contacts, or goes on with a look that had no time to end. Nothing that n8n keeps is changed before the end, so
 * that a look that fails has not been.
 *
 * @param deadline when n8n's time for a poll is over
 * @returns an item for each event
 */
export async function look(
	context: IPollFunctions,
	watched: Watched,
	deadline: AbortSignal,
): Promise<IDataObject[]> {
	const address = serviceAddress(await context.getCredentials(CREDENTIAL));
	const kept = context.getWorkflowStaticData('node');
	const memory = remembered(context, kept[MEMORY], address, watched.events.has('contactRemoved'));
	const client = await connect(context, new Lane(undefined, { givesWay: true }));
	await read(client, memory, deadline);
	kept[MEMORY] = memoryText(memory);
	const now = new Date().toISOString();
	return memory.changes
		.filter((change) => isWatched(change, watched))
		.map((change) => contactEvent(change, address, now));
}

/** What the last look knew. Another service or credential is another project, of which nothing is known. */
function remembered(
	context: IPollFunctions,
	text: unknown,
	address: string,
	keepsAddresses: boolean,
): ContactMemory {
	const { id = '' } = context.getNode().credentials?.[CREDENTIAL] ?? {};
	const project = createHash('sha256').update(`${address}\n${id}`).digest('base64').slice(0, 8);
	if (text === undefined) return emptyMemory(project, keepsAddresses);
	try {
		const memory = memoryOf(String(text), keepsAddresses);
		if (memory.header.project === project) return memory;
	} catch {
		context.logger.warn(
			`"${context.getNode().name}" cannot read what it knew of the contacts, and begins anew: changes since its last look are not noticed`,
		);
	}
	return emptyMemory(project, keepsAddresses);
}

/** Reads what the look still has to read, and ends it where there is time. */
async function read(
	client: ServiceClient,
	memory: ContactMemory,
	deadline: AbortSignal,
): Promise<void> {
	const { header } = memory;
	for (let isAgain = true; isAgain;) {
		const { nextPage } = await readFrom(client, memory, deadline);
		if (nextPage !== undefined) {
			header.page = nextPage;
			return;
		}
		isAgain = header.stage === 'first' && mayHaveMissed(memory);
		if (header.stage === 'later') await lookForLacking(client, memory, deadline);
		memory.beginLook(isAgain ? 'again' : 'later');
	}
}

async function readFrom(client: ServiceClient, memory: ContactMemory, deadline: AbortSignal) {
	const { page: firstPage } = memory.header;
	let hasLeft = false;
	const request: ServiceRequest = {
		method: 'GET',
		url: '/contacts',
		effect: 'none',
		onStart: () => {
			hasLeft = true;
		},
	};
	const reading = { per: RECORDS_PER_PAGE, limit: Infinity, firstPage, deadline };
	const read = await readPages(client, request, memory, reading);
	// Where sends take all turns the look waits for the next poll; here the service is the reason.
	if (read.nextPage === firstPage && hasLeft) {
		throw new ServiceError('The service did not answer in the time that n8n gives a poll', {
			outcome: 'notSent',
		});
	}
	return read;
}

/** Whoever the first look misses would seem to be added later. One page is read in one piece, but may come empty by mistake. */
function mayHaveMissed(memory: ContactMemory): boolean {
	const { total } = memory.header;
	const isOnePage = memory.count <= RECORDS_PER_PAGE;
	return !memory.isCertain || memory.count === 0 || (total === undefined && !isOnePage);
}

/**
 * Who is not in the list may be gone, or on a page that shifted. The service knows better, where there are few of them; the
 * first that it still has shows that the look says nothing of the others.
 */
async function lookForLacking(
	client: ServiceClient,
	memory: ContactMemory,
	deadline: AbortSignal,
): Promise<void> {
	const asked = memory.lacking.filter(([, { email }]) => email !== undefined);
	for (const [id, contact] of asked.slice(0, MOST_ASKED_FOR)) {
		const found = await find(client, contact.email, deadline);
		if (found === 'unknown') return;
		if (found) {
			memory.see(found);
			return;
		}
		memory.remove(id, contact);
	}
	if (memory.isCertain) memory.removeLacking();
}

/** @returns undefined where the service has no such contact, "unknown" where there was no time to ask */
async function find(
	client: ServiceClient,
	email: string | undefined,
	deadline: AbortSignal,
): Promise<IDataObject | undefined | 'unknown'> {
	try {
		const answer = await client.request({
			method: 'GET',
			url: '/contacts/find',
			qs: { email },
			effect: 'none',
			cancellation: new Cancellation(deadline),
		});
		return answerRecord(answer);
	} catch (error) {
		if (deadline.aborted) return 'unknown';
		if (error instanceof ServiceError && error.status === 404) return undefined;
		return await Promise.reject(error);
	}
}
