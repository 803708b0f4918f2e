import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

/** What docs/operations.md shows of an operation. */
export interface ShownOperation {
	requests: ShownRequest[];
	/** Absent where the page refers to another operation. */
	response?: IDataObject;
	/** The sentence after "Compared:". */
	compared: string;
	/** The operation to which the page refers for the request, the response, or both. */
	asIn?: string;
}

export interface ShownRequest {
	method: string;
	path: string;
	query: Record<string, string>;
	body: IDataObject | undefined;
}

const page = readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8');

/**
 * @param resource the heading of the section
 * @param name the heading of the operation in it
 */
export function shownOperation(resource: string, name: string): ShownOperation {
	const section = part(part(page, `## ${resource}`, /^## /m), `### ${name}`, /^##/m);
	const [, response] = /^Response:\n\n```json\n([^]*?)^```/m.exec(section) ?? [];
	const [, compared = ''] = /^Compared: ([^]*?)\n\n/m.exec(section) ?? [];
	const [, asIn] = /^(?:Request and r|R)esponse: as in \[([^\]]+)\]/m.exec(section) ?? [];
	return {
		requests: [...section.matchAll(/^```http\n([^]*?)^```/gm)].map(([, text]) => requestIn(text)),
		...(response && { response: JSON.parse(response) }),
		compared: compared.replace(/\s+/g, ' '),
		...(asIn && { asIn }),
	};
}

function part(text: string, heading: string, next: RegExp) {
	const [, after = ''] = text.split(`\n${heading}\n`);
	return after.split(next)[0];
}

/** @param text a method and a path, and a body after an empty line */
function requestIn(text: string): ShownRequest {
	const [line, ...lines] = text.split('\n');
	const [method, address] = line.split(' ');
	const { pathname, searchParams } = new URL(address, 'https://example.com');
	const body = lines.join('\n').trim();
	return {
		method,
		path: pathname,
		query: Object.fromEntries(searchParams),
		body: body === '' ? undefined : JSON.parse(body),
	};
}
