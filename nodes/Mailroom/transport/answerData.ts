import type { IDataObject } from 'n8n-workflow';
import type { ServiceAnswer } from '../service';
import { isJsonObject } from './attempt';
import { ServiceError, type InDoubtNote } from './serviceError';

/**
 * The single record of an answer ("Common response envelope": `data`, an object).
 *
 * @param note for a request that changes something: the service may have done so
 */
export function answerRecord(answer: ServiceAnswer, note?: InDoubtNote): IDataObject {
	if (!isJsonObject(answer.data)) throw missingData('the record', note);
	return answer.data as IDataObject;
}

/** The records of an answer ("Common response envelope": `data`, an array). */
export function answerRecords(answer: ServiceAnswer): IDataObject[] {
	if (!Array.isArray(answer.data)) throw missingData('the records');
	if (!answer.data.every(isJsonObject)) {
		const problem = 'The service answered with records that are no JSON objects';
		throw new ServiceError(problem, { outcome: 'rejected' });
	}
	return answer.data;
}

function missingData(what: string, note?: InDoubtNote): ServiceError {
	const problem = `The service answered without "data", so ${what} cannot be returned`;
	return new ServiceError(problem, { outcome: note === undefined ? 'rejected' : 'inDoubt', note });
}
