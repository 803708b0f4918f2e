import type { Gate } from '../../nodes/Mailroom/transport/gate/Gate';
import type { Exchange } from '../../nodes/Mailroom/transport/gate/GateRequest';
import type { Attempt } from '../../nodes/Mailroom/transport/verdict';

interface Entered {
	/** Ends the exchange. */
	release: (verdict: 'accepted' | 'failed') => void;
}

/** Resolves when the request may leave. Throws if it may not. */
export const enterGate = async (
	execute: (exchange: Exchange) => ReturnType<Gate['execute']>,
): Promise<Entered> =>
	await new Promise((resolve, reject) => {
		const exchange: Exchange = async (enter) => {
			const admission = await enter();
			if (admission !== 'go') {
				reject(new Error(admission?.problem ?? 'withdrawn'));
				return admission;
			}
			return await new Promise<Attempt>((end) => {
				const none = { kind: 'noResponse', failure: 'unknown', problem: '' } as const;
				resolve({ release: (verdict) => end({ ...none, verdict }) });
			});
		};
		execute(exchange).catch(reject);
	});
