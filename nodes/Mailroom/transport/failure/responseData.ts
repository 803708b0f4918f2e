import type { IDataObject } from 'n8n-workflow';
import { isJsonObject, type ServiceResponse } from '../../service';
import type { Accepted, Failed } from '../Outcome';

export function responseRecord(
	accepted: Accepted<ServiceResponse>,
): Accepted<IDataObject> | Failed {
	const { data } = accepted.result;
	return isJsonObject(data)
		? { ...accepted, result: data as IDataObject }
		: unusable('without "data"');
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
