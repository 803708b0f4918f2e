import type { IDataObject, INodeParameters as Parameters } from 'n8n-workflow';
import { contactWorks } from './contactWorks';
import { newsletterWorks } from './newsletterWorks';
import { transactionalWorks } from './transactionalWorks';

/** What both nodes are to do, with the same expressions. */
export interface Work {
	/** Parameters of the Mailroom node. */
	mailroom: Parameters & { resource: string; operation: string };
	/** Of the HTTP Request node, for the service at a base URL. */
	httpRequest?: (url: string) => Parameters;
	/** What comes in, where that is not `contacts`. */
	items?: (count: number) => IDataObject[];
	/** The one item of a node named Text, which stands before the node that puts out the items. */
	text?: IDataObject;
}

export type WorkName = keyof typeof works;

export const works = { ...contactWorks, ...newsletterWorks, ...transactionalWorks };
