import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { ClientRequest } from 'node:http';

/*
 * Loaded into n8n (`node --require`), this writes down when each of its requests was handed to the network, and for which host: a
 * line each, in the file of DEPARTURES_FILE. The receiving process could be late, so its times would be wrong.
 */

subscribe('http.client.request.start', (message) => {
	if (!(message instanceof Object && 'request' in message)) return;
	const { request } = message;
	if (!(request instanceof ClientRequest)) return;
	const write = () => {
		const line = `${Date.now()} ${String(request.getHeader('host'))}\n`;
		appendFileSync(String(process.env.DEPARTURES_FILE), line);
	};
	request.once('finish', write);
});
