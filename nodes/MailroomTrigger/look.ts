import { createHash } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { serviceAddress } from '../../credentials/serviceAddress';
import { createClient, CREDENTIAL } from '../Mailroom/transport/createClient';
import { RunQueue } from '../Mailroom/transport/RunQueue';
import { contactEvent } from './contactEvent';
import type { ContactMemory } from './ContactMemory';
import { emptyMemory, memoryOf, memoryText } from './memoryText';
import { readContacts } from './readContacts';
import { isWatched, type Watched } from './watched';

/** The word of the node's static data under which n8n keeps what is known of the contacts. */
const MEMORY = 'contacts';

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
	const client = await createClient(context, new RunQueue(undefined, { isLowPriority: true }));
	await readContacts(client, memory, deadline);
	kept[MEMORY] = memoryText(memory);
	const { project, isAnew, salt } = memory.header;
	const origin = isAnew ? `${project} ${salt}` : project;
	const now = new Date().toISOString();
	return memory.changes
		.filter((change) => isWatched(change, watched))
		.map((change) => contactEvent(change, origin, now));
}

/** Takes up what the last look knew. Another service or credential is another project, of which nothing is known. */
function remembered(
	context: IPollFunctions,
	text: unknown,
	address: string,
	keepsAddresses: boolean,
): ContactMemory {
	const { id = '' } = context.getNode().credentials?.[CREDENTIAL] ?? {};
	const project = createHash('sha256').update(`${address}\n${id}`).digest('base64').slice(0, 8);
	if (text === undefined) return emptyMemory({ project, isAnew: false }, keepsAddresses);
	try {
		const memory = memoryOf(String(text), keepsAddresses);
		if (memory.header.project === project) return memory;
	} catch {
		context.logger.warn(
			`"${context.getNode().name}" cannot read what it knew of the contacts, and begins anew: changes since its last look are not noticed`,
		);
	}
	return emptyMemory({ project, isAnew: true }, keepsAddresses);
}
