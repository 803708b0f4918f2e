import { createContacts } from './createContacts';
import { wrongValues } from './wrongValues';
import type { DrawJob } from '../drawJobs';

/** As with create, but the last value of a contact is to stay, and a call may be repeated. */
export const upsertContacts: DrawJob = (dice) => {
	const { atMost, ...job } = createContacts(dice);
	return {
		...job,
		name: 'contact upsert',
		wrongState: (fates, { store }) => wrongValues(job.items, fates, store),
	};
};
