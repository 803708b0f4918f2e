const fastify = require('fastify');
const { ServiceError } = require('./ServiceError');
const { api } = require('./api');
const { controlRoutes } = require('./controlRoutes');
const { inboxRoutes } = require('./pages/inboxRoutes');
const { pageRoutes } = require('./pages/pageRoutes');
const { portalRoutes } = require('./pages/portalRoutes');
const { formats } = require('./validation/formats');
const { validationMessage } = require('./validation/validationMessage');

/**
 * @typedef {import('fastify').FastifyError} FastifyError
 * @typedef {import('fastify').FastifyReply} FastifyReply
 */

/**
 * The HTTP server of the sandbox, not listening yet.
 * @param {import('./createService').Service} service
 */
function buildServer(service) {
	const app = fastify({
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		bodyLimit: 10 * 1024 * 1024,
		// The service takes what is sent as it is: it neither converts values nor drops unknown fields.
		ajv: {
			customOptions: {
				coerceTypes: false,
				removeAdditional: false,
				allowUnionTypes: true,
				formats,
			},
		},
		schemaErrorFormatter: ([error], part) => new Error(validationMessage(error, part)),
		frameworkErrors(error, _request, reply) {
			refuse(error, /** @type {FastifyReply} */ (/** @type {unknown} */ (reply)));
		},
	});
	app.setErrorHandler((error, _request, reply) => refuse(error, reply));
	app.setNotFoundHandler((_request, reply) => {
		refuse(new ServiceError(404, 'There is no such page'), reply);
	});
	app.register(async (v1) => api(v1, service), { prefix: '/v1' });
	app.register(async (control) => controlRoutes(control, service), { prefix: '/_sandbox' });
	app.register(async (pages) => inboxRoutes(pages, service));
	app.register(async (pages) => pageRoutes(pages, service));
	app.register(async (portal) => portalRoutes(portal, service), { prefix: '/portal' });
	return app;
}

/**
 * @param {unknown} error
 * @param {FastifyReply} reply
 */
function refuse(error, reply) {
	const { message } = /** @type {Error} */ (error);
	reply.code(statusOf(error)).send({ success: false, message });
}

/** @param {unknown} error */
function statusOf(error) {
	if (error instanceof ServiceError) return error.status;
	const { statusCode = 500, code } = /** @type {FastifyError} */ (error);
	// fastify has a status of its own for content types; the service knows only 400.
	return statusCode === 415 || code === 'FST_ERR_VALIDATION' ? 400 : statusCode;
}

module.exports = { buildServer };
