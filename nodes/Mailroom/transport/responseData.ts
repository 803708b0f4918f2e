import type { IDataObject } from 'n8n-workflow';
import type { ServiceResponse } from '../service';
import { isJsonObject } from './isJsonObject';
import { ServiceError, type InDoubtNote } from './ServiceError';

/**
 * The single record of a response ("Common response envelope": `data`, an object).
 *
 * @param note for a request that changes something: the service may have done so
 */
export function responseRecord({ data }: ServiceResponse, note?: InDoubtNote): IDataObject {
	if (!isJsonObject(data)) throw unusable('without "data"', note);
	return data as IDataObject;
}

/** The records of a response ("Common response envelope": `data`, an array). */
export function responseRecords({ data }: ServiceResponse): IDataObject[] {
	if (!Array.isArray(data)) throw unusable('without "data"');
	if (!data.every(isJsonObject)) throw unusable('with "data" that holds no records');
	return data;
}

function unusable(how: string, note?: InDoubtNote): ServiceError {
	const problem = `The service answered ${how}, so nothing can be returned`;
	return new ServiceError(problem, { outcome: note === undefined ? 'rejected' : 'inDoubt', note });
}
