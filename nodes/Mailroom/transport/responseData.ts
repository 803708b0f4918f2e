import type { IDataObject } from 'n8n-workflow';
import type { ServiceResponse } from '../service';
import { isJsonObject } from './isJsonObject';
import { ServiceError, type InDoubtNote } from './ServiceError';

/**
 * The single record of an answer ("Common response envelope": `data`, an object).
 *
 * @param note for a request that changes something: the service may have done so
 */
export function responseRecord({ data }: ServiceResponse, note?: InDoubtNote): IDataObject {
	if (!isJsonObject(data)) throw unusable('without "data"', note);
	if (isTooDeep(data)) throw unusable(TOO_DEEP, note);
	return data as IDataObject;
}

/** The records of an answer ("Common response envelope": `data`, an array). */
export function responseRecords({ data }: ServiceResponse): IDataObject[] {
	if (!Array.isArray(data)) throw unusable('without "data"');
	if (!data.every(isJsonObject)) throw unusable('with "data" that holds no records');
	if (isTooDeep(data)) throw unusable(TOO_DEEP);
	return data;
}

/** A record holds its custom properties. What is nested much deeper ends a later node of the workflow, or n8n's own copying. */
const MAX_DEPTH = 100;
const TOO_DEEP = 'with "data" that is nested too deeply';

function isTooDeep(value: unknown, depth = 1): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return depth > MAX_DEPTH || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

function unusable(how: string, note?: InDoubtNote): ServiceError {
	const problem = `The service answered ${how}, so nothing can be returned`;
	return new ServiceError(problem, { outcome: note === undefined ? 'rejected' : 'inDoubt', note });
}
