import type { IDataObject } from 'n8n-workflow';
import { contactKey } from '../../parameters/emailAddress';
import { shown, textOf } from '../../wording';
import type { ServiceResponse } from '../../service';
import { isFailed, type Accepted, type Failed } from '../../transport/Outcome';
import { responseRecordWith } from '../../transport/failure/responseData';

/** Rejects the data of another contact: the service's documents don't name the parameter by which it finds one. */
export function contactInResponse(
	response: Accepted<ServiceResponse>,
	{ email }: { email: string },
): Accepted<IDataObject> | Failed {
	const record = responseRecordWith('email', response);
	if (isFailed(record)) return record;
	const { email: given } = record.result;
	const isSame = contactKey(textOf(given).trim()) === contactKey(email);
	return isSame ? record : otherContact(email, given);
}

function otherContact(asked: string, given: unknown): Failed {
	return {
		kind: 'rejected',
		problem: `The service responded with another contact, ${shown(given)}, instead of ${shown(asked)}`,
		advice: "Look for the address in the service's dashboard. If it is there, ask its support.",
		scope: 'request',
	};
}
