import { addressOf } from '../../../parameters/emailAddress';
import { firstOf, joinSentences } from '../../../wording';
import type { EmailContent } from '../../../service';
import { isFailed, type Accepted, type Failed, type Outcome } from '../../../transport/Outcome';
import type { Client } from '../../../transport/ServiceClient';
import type { ServiceRequest } from '../../../transport/ServiceRequest';

export const MAX_PEOPLE = 10;

/** To one of the people who are asked. */
export type QuestionEmail = EmailContent & { to: string };

/** Addresses of people whom the question certainly has not reached. */
export interface Reach {
	notReached: string[];
}

/**
 * Sends all emails at once, so that one that is tried again delays no other. One accepted email is enough to wait. Together, they have one
 * outcome, so that another try can't ask anybody twice.
 *
 * @returns undefined if the run has ended before any email was sent
 */
export async function askEach(
	client: Client,
	request: ServiceRequest,
	emails: QuestionEmail[],
): Promise<Outcome<Reach> | undefined> {
	const asked = await Promise.all(
		emails.map(async (body) => ({
			address: addressOf(body.to),
			outcome: await client.send({ ...request, body }),
		})),
	);
	const reached = asked.map(({ outcome }) => outcome).find(isAccepted);
	if (reached) {
		const notReached = asked
			.filter(({ outcome }) => !isAccepted(outcome) && outcome?.kind !== 'inDoubt')
			.map(({ address }) => address);
		return { ...reached, result: { notReached } };
	}
	const failures = asked.flatMap(({ outcome, address }) =>
		isFailed(outcome) ? [{ failed: outcome, address }] : [],
	);
	return failures.length > 0 && emails.length > 1 ? failureOfAll(failures) : failures.at(0)?.failed;
}

function isAccepted(outcome: Outcome | undefined): outcome is Accepted<never> {
	return outcome?.kind === 'accepted';
}

/** In doubt if one email is. */
function failureOfAll(failures: Array<{ failed: Failed; address: string }>): Failed {
	const inDoubt = failures.filter(({ failed }) => failed.kind === 'inDoubt');
	const told = inDoubt.length > 0 ? inDoubt : failures;
	const [{ failed }] = told;
	const addresses = firstOf(
		told.map(({ address }) => address),
		MAX_PEOPLE,
	);
	return { ...failed, problem: joinSentences(failed.problem, `The email is for ${addresses}`) };
}
