/**
 * @typedef {object} Payload the envelope of a successful answer (the service's document, section "Common response envelope")
 * @property {true} success
 * @property {object} [data] a record, or an array of them
 * @property {{ page: number, per: number, total: number }} [metadata]
 *
 * @typedef {object} EndpointShape
 * @property {'GET' | 'POST' | 'PATCH'} method
 * @property {string} path without `/v1`
 * @property {object} schema of the query for GET, of the body otherwise
 *
 * An endpoint acts and answers at once; it throws a ServiceError, before it changes anything, when it refuses.
 * @typedef {EndpointShape & {
 *   answer: (service: import('../createService').Service, input: never) => Payload
 * }} Endpoint
 */

/**
 * The ten endpoints of the service.
 * @type {Endpoint[]}
 */
const endpoints = [
	require('./email/sendTransactional'),
	require('./email/sendToContacts'),
	require('./email/sendToList'),
	require('./contacts/createMany'),
	require('./contacts/update'),
	require('./contacts/delete'),
	require('./contacts/getAll'),
	require('./contacts/find'),
	require('./lists/getAll'),
	require('./lists/createPortalSession'),
];

module.exports = { endpoints };
