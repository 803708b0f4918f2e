const { createContacts } = require('./createContacts');
const { wrongValues } = require('./wrongValues');

/**
 * As with create, but the last value of a contact is to stay, and a call may be repeated.
 * @type {import('../drawJobs').DrawJob}
 */
const upsertContacts = (dice) => {
	const { atMost, ...job } = createContacts(dice);
	return {
		...job,
		name: 'contact upsert',
		wrongState: (fates, { store }) => wrongValues(job.items, fates, store),
	};
};

module.exports = { upsertContacts };
