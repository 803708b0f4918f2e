const { createContacts } = require('./jobs/createContacts');
const { createPortalSessions } = require('./jobs/createPortalSessions');
const { deleteContacts } = require('./jobs/deleteContacts');
const { getContacts } = require('./jobs/getContacts');
const { getAllContacts, getAllLists } = require('./jobs/getRecords');
const { sendToContacts } = require('./jobs/sendToContacts');
const { sendToList } = require('./jobs/sendToList');
const { sendTransactional } = require('./jobs/sendTransactional');
const { updateContacts } = require('./jobs/updateContacts');
const { upsertContacts } = require('./jobs/upsertContacts');

/**
 * @typedef {import('n8n-workflow').IDataObject} Data
 * @typedef {import('../../sandbox/startSandbox').Sandbox} Sandbox
 *
 * An operation with its items, and how to tell from the service what became of them. A deed is one thing that an item can
 * ask for, by a name that tells it from others: an email to one recipient, a contact with one name.
 *
 * @typedef {object} Job
 * @property {string} name the resource and the operation
 * @property {import('n8n-workflow').INodeParameters} parameters
 * @property {Data[]} items
 * @property {(sandbox: Sandbox) => void} prepare
 * @property {(item: Data) => string[]} asks the deeds an item asks for; none for reads
 * @property {(body: any) => string[]} deeds those that the body of a request asks for
 * @property {(sandbox: Sandbox) => string[]} [done] each deed as often as it was done, by what the service holds; without
 *   it, by the requests on which it acted
 * @property {(deed: string) => number} [atMost] how often a deed may be done; without it, it may be repeated
 * @property {(deed: string, message: string) => Fate} [fateOf] what an item's error says of one of its deeds
 * @property {(item: Data, output: Data[]) => boolean} isAnswered whether this may come out for an item that was accepted
 * @property {(fates: Fate[], sandbox: Sandbox) => string[]} [wrongState] what the service should not hold after these
 *   fates of the items
 *
 * @typedef {'accepted' | 'failed' | 'uncertain'} Fate what the node said; `failed` is certainly not done
 * @typedef {(dice: import('./dice').Dice) => Job} DrawJob
 *
 * @typedef {object} Settings of the node
 * @property {import('n8n-workflow').OnError} onError
 * @property {boolean} retryOnFail
 */

/** @type {DrawJob[]} */
const operations = [
	createContacts,
	upsertContacts,
	updateContacts,
	deleteContacts,
	getContacts,
	getAllContacts,
	sendTransactional,
	sendToContacts(false),
	sendToContacts(true),
	sendToList,
	getAllLists,
	createPortalSessions,
];

/** @type {Settings[]} */
const settings = [false, true].flatMap((retryOnFail) =>
	/** @type {const} */ (['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']).map(
		(onError) => ({ onError, retryOnFail }),
	),
);

/**
 * Every operation, with items that the dice decide. Six seeds in a row give an operation all settings of the node.
 *
 * @param {number} seed
 * @param {import('./dice').Dice} dice
 */
const drawJobs = (seed, dice) =>
	operations.map((draw, index) => ({
		job: draw(dice),
		settings: settings[(seed + index) % settings.length],
	}));

module.exports = { drawJobs };
