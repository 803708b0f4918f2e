import type { IDataObject } from 'n8n-workflow';
import type { ServiceAnswer } from '../service';
import { isJsonObject } from './attempt';
import { ServiceError } from './serviceError';

/** The single record of an answer ("Common response envelope": `data`, an object). */
export function answerRecord(answer: ServiceAnswer): IDataObject {
	if (!isJsonObject(answer.data)) throw missingData('the record');
	return answer.data as IDataObject;
}

/** The records of an answer ("Common response envelope": `data`, an array). */
export function answerRecords(answer: ServiceAnswer): IDataObject[] {
	if (!Array.isArray(answer.data)) throw missingData('the records');
	return answer.data;
}

function missingData(what: string): ServiceError {
	return new ServiceError(
		`The service answered without "data", so ${what} cannot be returned`,
		'uncertain',
	);
}
