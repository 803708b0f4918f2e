import type { INodeParameters as Parameters } from 'n8n-workflow';
import { get } from './get';
import { readAll } from './readAll';
import { sendTransactional } from './sendTransactional';
import { upsert } from './upsert';
import { upsertComputed } from './upsertComputed';

/** What both nodes are to do, with the same expressions. */
export interface Work {
	/** Parameters of the Mailroom node. */
	mailroom: Parameters & { resource: string; operation: string };
	/** Of the HTTP Request node, for the service at a base URL. */
	httpRequest?: (url: string) => Parameters;
}

export type WorkName = keyof typeof works;

export const works = { get, readAll, sendTransactional, upsert, upsertComputed };
