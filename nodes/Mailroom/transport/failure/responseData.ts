import type { IDataObject } from 'n8n-workflow';
import { isJsonObject, type ServiceResponse } from '../../service';
import { isFailed, type Accepted, type Failed } from '../Outcome';

export function responseRecord(
	accepted: Accepted<ServiceResponse>,
): Accepted<IDataObject> | Failed {
	const { data } = accepted.result;
	return isJsonObject(data)
		? { ...accepted, result: data as IDataObject }
		: unusable('without "data"');
}

/** @param field without which the record is of no use, such as an address */
export function responseRecordWith(
	field: string,
	accepted: Accepted<ServiceResponse>,
): Accepted<IDataObject> | Failed {
	const record = responseRecord(accepted);
	if (isFailed(record)) return record;
	const value = record.result[field];
	const isMissing = value === undefined || value === null || value === '';
	return isMissing ? unusable(`without the field "${field}"`) : record;
}

export function responseRecords({ data }: ServiceResponse): IDataObject[] | Failed {
	if (!Array.isArray(data)) return unusable('without "data"');
	return data.every(isJsonObject) ? data : unusable('with unreadable records');
}

function unusable(how: string): Failed {
	const problem = `The service responded ${how}, so there is nothing to return`;
	const advice = 'Check the Base URL of the credential.';
	return { kind: 'rejected', problem, advice, scope: 'request' };
}
