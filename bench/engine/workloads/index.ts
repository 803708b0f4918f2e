const { get } = require('./get');
const { readAll } = require('./readAll');
const { sendTransactional } = require('./sendTransactional');
const { upsert } = require('./upsert');
const { upsertComputed } = require('./upsertComputed');

/**
 * @typedef {import('n8n-workflow').INodeParameters} Parameters
 *
 * @typedef {object} Work what both nodes are to do, with the same expressions
 * @property {Parameters & { resource: string, operation: string }} mailroom parameters of the Mailroom node
 * @property {(url: string) => Parameters} [httpRequest] of the HTTP Request node, for the service at a base URL
 *
 * @typedef {keyof typeof works} WorkName
 */

const works = { get, readAll, sendTransactional, upsert, upsertComputed };

module.exports = { works };
