import { resolvedCredential } from '../../../credentials/resolvedCredential';
import { rawCredential } from '../n8nInternals';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { CREDENTIAL } from '../client/sendThroughN8n';
import { EventLoopYield } from './EventLoopYield';
import { failedBy } from './failedBy';
import type { Run } from './Operation';

/** Values in expressions that are the same for all items. */
const COMMON = /\$(?:secrets|vars|env|workflow|execution|now|today)\b/g;

const OTHER_CREDENTIAL = new InvalidParameter(
	'Credential',
	'contains an expression that gives another API key or Base URL for this item than for the first',
	'Use "Loop Over Items" with a batch size of 1',
);

/**
 * Makes items invalid whose credential differs from that of the first item, as the requests of a run use one. Asks n8n for each item
 * only if the credential contains an expression on it, because that takes a query of n8n's database.
 */
export async function refuseOtherCredentials(run: Run): Promise<void> {
	const { context } = run.n8n.call;
	if (run.items.length <= 1 || 'getItemIndex' in context) return;
	const raw = await rawCredential(context, CREDENTIAL);
	if (!Object.values(raw ?? {}).some(dependsOnItem)) return;
	const eventLoop = new EventLoopYield();
	const credentialOf = async (index: number) =>
		JSON.stringify(resolvedCredential(await context.getCredentials(CREDENTIAL, index)));
	const first = await credentialOf(0);
	for (const [position, item] of run.items.entries()) {
		const isSame = await credentialOf(item.index).then(
			(own) => own === first,
			() => false,
		);
		// A copy, because Retry On Fail keeps the item.
		if (!isSame) run.items[position] = { invalid: failedBy(OTHER_CREDENTIAL), ...item };
		await eventLoop.ifDue();
		if (run.n8n.isCanceled || run.endedBy) return;
	}
}

function dependsOnItem(value: unknown): boolean {
	return (
		typeof value === 'string' && value.startsWith('=') && value.replace(COMMON, '').includes('$')
	);
}
