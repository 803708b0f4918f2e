import type { IDataObject } from 'n8n-workflow';
import { isJsonObject, type ServiceResponse } from '../service';
import { ServiceError } from './ServiceError';
import type { InDoubt } from './ServiceRequest';

/** @param inDoubt for a request that may have changed something */
export function responseRecord({ data }: ServiceResponse, inDoubt?: InDoubt): IDataObject {
	if (!isJsonObject(data)) throw unusable('without "data"', inDoubt);
	return data as IDataObject;
}

export function responseRecords({ data }: ServiceResponse): IDataObject[] {
	if (!Array.isArray(data)) throw unusable('without "data"');
	if (!data.every(isJsonObject)) throw unusable('with unreadable records');
	return data;
}

function unusable(how: string, inDoubt?: InDoubt): ServiceError {
	const problem = `The service responded ${how}, so there is nothing to return`;
	return new ServiceError(problem, { outcome: inDoubt ? 'inDoubt' : 'rejected', inDoubt });
}
