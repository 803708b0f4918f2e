import type { IDataObject } from 'n8n-workflow';
import { isJsonObject, type ServiceResponse } from '../service';
import { ServiceError } from './ServiceError';

export function responseRecord({ data }: ServiceResponse): IDataObject {
	if (!isJsonObject(data)) throw unusable('without "data"');
	return data as IDataObject;
}

export function responseRecords({ data }: ServiceResponse): IDataObject[] {
	if (!Array.isArray(data)) throw unusable('without "data"');
	if (!data.every(isJsonObject)) throw unusable('with unreadable records');
	return data;
}

function unusable(how: string): ServiceError {
	const problem = `The service responded ${how}, so there is nothing to return`;
	return new ServiceError(problem, { outcome: 'rejected' });
}
