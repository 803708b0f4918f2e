import { ServiceError } from '../transport/ServiceError';
import type { Operation } from './Operation';

/** Tells whether the service rejected pieces of a call for what they are, so that it may take parts of it. */
export function isRejection<Values>(
	{ bulk }: Operation<Values>,
	values: Values,
	error: unknown,
): error is ServiceError {
	if (!(error instanceof ServiceError) || !error.rejectsContent) return false;
	return bulk?.isSplitWhenRejected(values, error.status ?? 0) === true;
}
