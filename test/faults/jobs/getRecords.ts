const RECORDS = 18;
const RECORDS_PER_PAGE = 5;

/**
 * All records of several pages, for each of three items.
 *
 * @param {string} name
 * @param {string} identity the field by which a record is known
 * @param {(store: import('../../../sandbox/store/Store').Store) => void} fill
 * @returns {import('../drawJobs').Job}
 */
const getRecords = (name, identity, fill) => ({
	name,
	parameters: { returnAll: true },
	items: [{}, {}, {}],
	prepare({ store, settings }) {
		settings.maxPer = RECORDS_PER_PAGE;
		fill(store);
	},
	asks: () => [],
	deeds: () => [],
	isAnswered: (_, records) =>
		records.length === RECORDS &&
		new Set(records.map((record) => record[identity])).size === RECORDS,
});

/** @type {import('../drawJobs').DrawJob} */
const getAllContacts = () =>
	getRecords('contact getAll', 'email', (store) => store.addContacts(RECORDS));

/** @type {import('../drawJobs').DrawJob} */
const getAllLists = () =>
	getRecords('mailingList getAll', 'name', (store) => {
		for (let number = store.lists.size; number < RECORDS; number++) {
			store.addList({ name: `list-${number}`, title: `List ${number}` });
		}
	});

module.exports = { getAllContacts, getAllLists };
