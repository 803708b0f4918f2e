import { createRequire } from 'node:module';
import type { ICredentialType, INodeType, IVersionedNodeType } from 'n8n-workflow';
import type { Clock } from '../../nodes/Mailroom/clock';
import type { RateRule } from '../../nodes/Mailroom/transport/gate/RateLimiter';

/** Exports of the compiled files that a measurement loads. */
interface Compiled {
	Mailroom: new () => INodeType;
	MailroomApi: new () => ICredentialType;
	HttpRequest: new () => IVersionedNodeType;
	systemClock: Clock;
	RATE_RULE: RateRule;
}

/** Loads a file of the packed node or of the installed n8n. */
export const loadCompiled: (file: string) => Compiled = createRequire(__filename);
