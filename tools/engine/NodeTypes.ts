import { DirectoryLoader, RoutingNode, type ExecuteContext } from 'n8n-core';
import {
	NodeConnectionTypes,
	UserError,
	type INodeProperties,
	type INodeType as NodeType,
	type INodeTypeDescription,
	type INodeTypes,
} from 'n8n-workflow';

/** A declarative node gets an `execute` that hands it to the routing engine, as in n8n. */
const assignExecute = (nodeType: NodeType) => {
	const isDeclarative = nodeType.description.requestDefaults !== undefined;
	const hasItsOwn =
		nodeType.execute ??
		nodeType.supplyData ??
		nodeType.poll ??
		nodeType.trigger ??
		(isDeclarative ? undefined : (nodeType.webhook ?? nodeType.methods));
	if (hasItsOwn) return;
	nodeType.execute = async function () {
		const context = this as ExecuteContext;
		return (await new RoutingNode(context, nodeType).runNode()) ?? [];
	};
};

/**
 * The tool variant of a node. n8n derives it with the node as prototype, so that a tool has the
 * node's `execute` and `customOperations`.
 */
const toolVariantOf = (nodeType: NodeType): NodeType => {
	if (!nodeType.description.usableAsTool) throw new UserError('Node cannot be used as a tool');
	const properties: INodeProperties[] = Object.create(nodeType.description.properties);
	const description: INodeTypeDescription = Object.create(nodeType.description, {
		properties: { value: properties, writable: false },
	});
	description.name += 'Tool';
	description.inputs = [];
	description.outputs = [NodeConnectionTypes.AiTool];
	description.displayName += ' Tool';
	delete description.usableAsTool;
	const names = properties.map(({ name }) => name);
	if (!names.includes('toolDescription')) {
		const hasOperations = names.includes('resource') || names.includes('operation');
		properties.splice(0, 0, {
			displayName: 'Description',
			name: 'toolDescription',
			type: 'string',
			default: description.description,
			required: true,
			...(hasOperations && { displayOptions: { show: { descriptionType: ['manual'] } } }),
		});
		if (hasOperations) {
			properties.splice(0, 0, {
				displayName: 'Tool Description',
				name: 'descriptionType',
				type: 'options',
				options: [
					{ name: 'Set Automatically', value: 'auto' },
					{ name: 'Set Manually', value: 'manual' },
				],
				default: 'auto',
			});
		}
	}
	return Object.create(nodeType, { description: { value: description } });
};

const loaded: WeakMap<new () => NodeType, NodeType> = new WeakMap();

/**
 * The one instance that n8n makes of a node class, after its loader has been over it: "Request
 * Options" are added to a declarative node.
 */
const load = (NodeClass: new () => NodeType): NodeType => {
	const known = loaded.get(NodeClass);
	if (known) return known;
	const nodeType = new NodeClass();
	DirectoryLoader.applyDeclarativeNodeOptionParameters(nodeType);
	loaded.set(NodeClass, nodeType);
	return nodeType;
};

/** The node types of a run. A name that ends in `Tool` is the tool variant of a type. */
export class NodeTypes implements INodeTypes {
	static readonly load = load;

	private readonly types: Record<string, NodeType>;

	/** @param types By full name, e.g. `n8n-nodes-mailroom.mailroom`. */
	constructor(types: Record<string, NodeType>) {
		this.types = { ...types };
	}

	getByName(name: string) {
		return this.getByNameAndVersion(name);
	}

	getByNameAndVersion(name: string) {
		if (!(name in this.types) && name.endsWith('Tool')) {
			this.types[name] = toolVariantOf(this.getByNameAndVersion(name.slice(0, -'Tool'.length)));
		}
		const type = this.types[name];
		if (!type) throw new UserError(`Unrecognized node type: ${name}`);
		assignExecute(type);
		return type;
	}

	getKnownTypes() {
		return {};
	}
}
