import type { FunctionsBase } from 'n8n-workflow';
import type {
	BreakerChange,
	ConnectionEvent,
	Retry,
	TellEvent,
} from '../transport/ConnectionEvent';

type LogContext = Pick<FunctionsBase, 'logger' | 'getNode'>;

/** Writes what the connection does on its own into n8n's log. */
export function logEvents(context: LogContext): TellEvent {
	const node = `"${context.getNode().name}"`;
	return (event) => {
		const isBeginOrEnd = event.kind === 'breaker' && [event.from, event.to].includes('closed');
		context.logger[isBeginOrEnd ? 'warn' : 'debug'](textOf(event, node));
	};
}

function textOf(event: ConnectionEvent, node: string): string {
	switch (event.kind) {
		case 'retry':
			return `${node} sends ${event.request} again in ${seconds(event.delayMs)}, after ${causeOf(event)}`;
		case 'pause':
			return `${node} got a response that asks to wait. All requests with its API key pause for ${seconds(event.ms)}`;
		case 'breaker':
			return textOfBreaker(event, node);
	}
}

function causeOf({ cause }: Retry): string {
	return 'status' in cause ? `status ${cause.status}` : `no response (${cause.failure})`;
}

/** The breaker is that of all workflows with the same service and key. */
function textOfBreaker({ from, to, isSilence, outageMs }: BreakerChange, node: string): string {
	if (to === 'closed') {
		return `The service responds to ${node} again after ${seconds(outageMs)}. Sends and changes go on`;
	}
	if (to === 'half-open') return `The service responds again. One send or change tries it`;
	if (from === 'half-open') return `${node} tries the service. Other sends and changes wait`;
	const why = isSilence ? 'has not responded to' : 'has failed';
	return `The service ${why} several sends or changes in a row, the last by ${node}. Others with its API key wait until it responds`;
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)} s`;
}
