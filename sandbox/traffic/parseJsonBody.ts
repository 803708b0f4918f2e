import { Refusal } from '../Refusal';

/** Requires a JSON body with its content type (the service's document, general rule 2). */
export function parseJsonBody(text: unknown, contentType?: string) {
	if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
		throw new Refusal(400, 'The Content-Type must be application/json');
	}
	try {
		return JSON.parse(String(text));
	} catch (error) {
		throw new Refusal(400, `The body is not JSON: ${(error as Error).message}`);
	}
}
