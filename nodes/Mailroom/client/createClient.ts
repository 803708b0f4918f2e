import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { resolvedCredential } from '../../../credentials/resolvedCredential';
import { systemClock } from '../clock';
import { sharedGate } from '../transport/gate/sharedGate';
import type { RequestGroup } from '../transport/gate/RequestGroup';
import { redactResponse, redactText, secretOf } from '../transport/redaction';
import { ServiceClient } from '../transport/ServiceClient';
import { logEvents } from './logEvents';
import { connectionOptions, type RequestOptionsParameter } from './requestOptions';
import { CREDENTIAL, sendThroughN8n } from './sendThroughN8n';

type RequestContext =
	IExecuteFunctions | IExecutePaginationFunctions | ILoadOptionsFunctions | IPollFunctions;

/** @throws n8n's error if no credential is set; UnusableCredential; InvalidParameter */
export async function createClient(
	context: RequestContext,
	group: RequestGroup,
	options: RequestOptionsParameter = {},
): Promise<ServiceClient> {
	const { address, key } = resolvedCredential(await context.getCredentials(CREDENTIAL));
	const secret = secretOf(key);
	const fromUser = connectionOptions(options, address);
	const { proxy, timeout, skipSslCertificateValidation } = fromUser;
	const redact = (text: string) => redactText(text, secret);
	const route = { host: new URL(address).host, proxy: proxy && `${proxy.host}:${proxy.port}` };
	const connection = { route, redact };
	return new ServiceClient({
		...connection,
		address,
		connectionName: JSON.stringify([route.proxy, timeout, skipSslCertificateValidation]),
		workflowName: context.getWorkflow().id ?? '',
		send: async (request, enter) => {
			const options = { ...request, ...fromUser };
			const response = await sendThroughN8n(context, options, {
				...{ address, key, enter, connection },
				abandonSignal: group.abandonSignal,
			});
			redactResponse(response, secret);
			return response;
		},
		gate: sharedGate(address, key, systemClock),
		group,
		onEvent: logEvents(context),
		clock: systemClock,
	});
}
