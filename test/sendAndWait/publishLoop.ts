import { chain, linkTo, publishWebhook } from '../../tools/n8n/publishWebhook';
import { INPUT, MAILROOM, type N8nAccess } from '../../tools/n8n/runInN8n';

/** Publishes a workflow that hands each item that it is called with to the node alone, one after the other. */
export async function publishLoop(
	{ credential, ...access }: N8nAccess,
	{ parameters }: { parameters: object },
) {
	const loop = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 };
	return await publishWebhook(access, {
		nodes: [
			INPUT,
			{ ...loop, parameters: { options: {} } },
			{ ...MAILROOM, name: 'Mailroom', parameters, credentials: { mailroomApi: credential } },
		],
		connections: {
			...chain('Webhook', INPUT.name, 'Loop'),
			Loop: { main: [[], [linkTo('Mailroom')]] },
			...chain('Mailroom', 'Loop'),
		},
		responseMode: 'onReceived',
	});
}
