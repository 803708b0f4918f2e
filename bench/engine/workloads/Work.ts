import type { IDataObject, INodeParameters as Parameters } from 'n8n-workflow';

/** A task for both nodes, with the same expressions. */
export interface Work {
	/** Parameters of the Mailroom node. */
	mailroom: Parameters & { resource: string; operation: string };
	/** Of the HTTP Request node, for the service at a base URL. */
	httpRequest?: (url: string) => Parameters;
	/** Input items, by default `contacts`. */
	items?: (count: number) => IDataObject[];
	/** The item of a node named Text, before the node that outputs the items. */
	text?: IDataObject;
}
