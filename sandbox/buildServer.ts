import fastify, { type FastifyError, type FastifyReply } from 'fastify';
import { Refusal } from './Refusal';
import { api } from './api';
import { controlRoutes } from './controlRoutes';
import { guideRoutes } from './pages/guideRoutes';
import { inboxRoutes } from './pages/inboxRoutes';
import { listRoutes } from './pages/listRoutes';
import { pageRoutes } from './pages/pageRoutes';
import { portalRoutes } from './pages/portalRoutes';
import { contactRoutes } from './pages/contactRoutes';
import { settingsRoutes } from './pages/settingsRoutes';
import { unsubscribeRoutes } from './pages/unsubscribeRoutes';
import { onlyThisMachine } from './onlyThisMachine';
import { formats } from './validation/formats';
import { validationMessage } from './validation/validationMessage';
import type { Service } from './createService';

/** The HTTP server of the sandbox, not listening yet. */
export function buildServer(service: Service) {
	const app = fastify({
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		bodyLimit: 10 * 1024 * 1024,
		// The service neither converts values nor drops unknown fields.
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
			refuse(error, reply);
		},
	});
	onlyThisMachine(app);
	app.setErrorHandler((error, _request, reply) => refuse(error, reply));
	app.setNotFoundHandler((_request, reply) => {
		refuse(new Refusal(404, 'There is no such page'), reply);
	});
	app.register(async (v1) => api(v1, service), { prefix: '/v1' });
	app.register(async (control) => controlRoutes(control, service), { prefix: '/_sandbox' });
	app.register(async (pages) => inboxRoutes(pages, service));
	app.register(async (pages) => pageRoutes(pages, service));
	app.register(async (pages) => contactRoutes(pages, service));
	app.register(async (pages) => listRoutes(pages, service));
	app.register(async (pages) => settingsRoutes(pages, service));
	app.register(async (guides) => guideRoutes(guides, service));
	app.register(async (portal) => portalRoutes(portal, service), { prefix: '/portal' });
	app.register(async (pages) => unsubscribeRoutes(pages, service));
	return app;
}

function refuse(error: unknown, reply: FastifyReply) {
	const { message } = error as Error;
	reply.code(statusOf(error)).send({ error: true, reason: message });
}

function statusOf(error: unknown) {
	if (error instanceof Refusal) return error.status;
	const { statusCode = 500, code } = error as FastifyError;
	// fastify uses other statuses for content types and validation. The service uses only 400.
	return statusCode === 415 || code === 'FST_ERR_VALIDATION' ? 400 : statusCode;
}
