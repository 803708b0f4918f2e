import { Faults } from './traffic/Faults';
import { RequestLimit } from './traffic/RequestLimit';
import { Store, type StoreContents } from './store/Store';
import { firstContacts, seed } from './store/seed';
import type { JournalEntry } from './traffic/createJournalEntry';

/** May be changed at any time. */
export interface Settings {
	/** Requests per second, 0 for no limit. */
	limit: number;
	/** How a second is measured. */
	window: 'sliding' | 'fixed';
	/** Maximum number of records on a page, even if `per` is higher. */
	maxPer: number;
	/** Whether lists come with their metadata. */
	metadata: boolean;
	/** Delay of every response. */
	answerDelayMs: number;
	/** Range of a request's random travel time, before the service counts it. */
	wayMs: { from: number; to: number };
}

export interface ServiceOptions {
	/** The API keys of the project. */
	keys?: string[];
	/** The time in ms since 1970, for expiry and scheduled mails. */
	now?: () => number;
	/** Contents that replace the seed. */
	contents?: Partial<StoreContents>;
	/** Whether the seed has contacts. */
	withContacts?: boolean;
}

export type Service = ReturnType<typeof createService>;

const DEMO_KEY = 'mailroom-sandbox-key';
const DEFAULT_SETTINGS: Settings = {
	limit: 10,
	window: 'sliding',
	maxPer: 100,
	metadata: true,
	answerDelayMs: 0,
	wayMs: { from: 0, to: 0 },
};

/** The project that the API, the pages and the handle share. */
export function createService({
	keys = [DEMO_KEY],
	now = Date.now,
	contents = {},
	withContacts = false,
	...settings
}: ServiceOptions & Partial<Settings>) {
	const firstSettings = { ...DEFAULT_SETTINGS, ...settings };
	const firstKeys = [...keys];
	const firstContents = { ...seed, contacts: withContacts ? firstContacts : [] };
	const service = {
		store: new Store({ ...firstContents, ...contents }),
		keys: [...keys],
		settings: { ...firstSettings },
		faults: new Faults(),
		/** Requests to the API, in order of arrival. */
		journal: [] as JournalEntry[],
		now,
		/** Address of the server, once it listens. */
		origin: '',
		/** Breaks all connections and refuses new ones for this time. Set once there is a server. */
		restart: (() => {}) as (downMs: number) => void,
	};
	const requestLimit = new RequestLimit(service.settings);

	/** Restores the initial project. The seed replaces the contents of a data file. */
	function reset() {
		service.store.restore(firstContents);
		service.keys.splice(0, Infinity, ...firstKeys);
		Object.assign(service.settings, firstSettings);
		service.faults.clear();
		service.journal.length = 0;
		requestLimit.reset();
	}
	return Object.assign(service, { requestLimit, reset });
}
