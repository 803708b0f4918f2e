import type { IDataObject } from 'n8n-workflow';
import type { ServiceAnswer } from '../service';
import { isJsonObject } from './isJsonObject';
import { ServiceError, type InDoubtNote } from './ServiceError';

/**
 * The single record of an answer ("Common response envelope": `data`, an object).
 *
 * @param note for a request that changes something: the service may have done so
 */
export function answerRecord(answer: ServiceAnswer, note?: InDoubtNote): IDataObject {
	if (!isJsonObject(answer.data)) throw unusable('without "data"', 'the record', note);
	if (isTooDeep(answer.data)) throw unusable(TOO_DEEP, 'the record', note);
	return answer.data as IDataObject;
}

/** The records of an answer ("Common response envelope": `data`, an array). */
export function answerRecords(answer: ServiceAnswer): IDataObject[] {
	const { data } = answer;
	if (!Array.isArray(data)) throw unusable('without "data"', 'the records');
	if (!data.every(isJsonObject)) throw unusable('with "data" that holds no records', 'the records');
	if (isTooDeep(data)) throw unusable(TOO_DEEP, 'the records');
	return data;
}

/** A record holds its custom properties. What is nested much deeper ends a later node of the workflow, or n8n's own copying. */
const MAX_DEPTH = 100;
const TOO_DEEP = 'with "data" that is nested too deeply';

function isTooDeep(data: object): boolean {
	const open = [{ value: data, depth: 1 }];
	for (let next = open.pop(); next; next = open.pop()) {
		const { depth } = next;
		if (depth > MAX_DEPTH) return true;
		for (const value of Object.values(next.value) as unknown[]) {
			if (typeof value === 'object' && value !== null) open.push({ value, depth: depth + 1 });
		}
	}
	return false;
}

function unusable(how: string, what: string, note?: InDoubtNote): ServiceError {
	const problem = `The service answered ${how}, so ${what} cannot be returned`;
	return new ServiceError(problem, { outcome: note === undefined ? 'rejected' : 'inDoubt', note });
}
