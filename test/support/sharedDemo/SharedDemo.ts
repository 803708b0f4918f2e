import type { Demo } from '../../../demo/startDemo';
import type { Session } from '../../../tools/n8n/N8nClient';

/** Data of the shared demo for test files. */
export interface SharedDemo extends Pick<
	Demo,
	'credential' | 'forms' | 'assistant' | 'login' | 'token'
> {
	n8n: Pick<Demo['n8n'], 'url' | 'userFolder' | 'logFile'>;
	/** Of the owner. */
	session: Session;
}

/** The environment variable that tells it, which jest hands to all its processes. */
export const SHARED_DEMO = 'MAILROOM_SHARED_DEMO';
