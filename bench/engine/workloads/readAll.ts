/** @type {import('.').Work} */
const readAll = { mailroom: { resource: 'contact', operation: 'getAll', returnAll: true } };

module.exports = { readAll };
