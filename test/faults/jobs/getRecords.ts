import type { Store } from '../../../sandbox/store/Store';
import type { OperationName } from '../../support/operations';
import type { DrawJob, Job } from '../drawJobs';

const RECORDS = 18;
const RECORDS_PER_PAGE = 5;

/**
 * All records of several pages, for each of three items.
 *
 * @param identity the field that identifies a record
 */
const getRecords = (name: OperationName, identity: string, fill: (store: Store) => void): Job => ({
	name,
	parameters: { returnAll: true },
	items: [{}, {}, {}],
	prepare({ store, settings }) {
		settings.maxPer = RECORDS_PER_PAGE;
		fill(store);
	},
	asks: () => [],
	deeds: () => [],
	isExpected: (_, records) =>
		records.length === RECORDS &&
		new Set(records.map((record) => record[identity])).size === RECORDS,
});

export const getAllContacts: DrawJob = () =>
	getRecords('contact getAll', 'email', (store) => store.addContacts(RECORDS));

export const getAllLists: DrawJob = () =>
	getRecords('mailingList getAll', 'name', (store) => {
		for (let number = store.lists.size; number < RECORDS; number++) {
			store.addList({ name: `list-${number}`, title: `List ${number}` });
		}
	});
