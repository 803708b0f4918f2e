import { ServiceError } from '../transport/ServiceError';
import { withoutAddresses } from './comparableReason';

/**
 * The error of what was not tried alone, as all that was tried had been rejected alike.
 *
 * @param rejection of one of the others, whose address is nothing to say here
 */
export function untriedError({ problem, status, reason }: ServiceError): ServiceError {
	return new ServiceError(withoutAddresses(problem), { outcome: 'rejected', status, reason });
}
