import { createHash } from 'node:crypto';
import { systemClock } from './clock';
import { RateLimiter } from './RateLimiter';

const limiters = new Map<string, RateLimiter>();

/** The one limiter of this process for a service and key: all workflows and drop-downs share it. */
export function sharedRateLimiter(serviceAddress: string, apiKey: string): RateLimiter {
	const name = createHash('sha256').update(`${serviceAddress}\n${apiKey}`).digest('hex');
	let limiter = limiters.get(name);
	if (!limiter) {
		limiter = new RateLimiter(systemClock);
		limiters.set(name, limiter);
	}
	return limiter;
}
