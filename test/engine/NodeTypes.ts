const { DirectoryLoader, RoutingNode } = require('n8n-core');
const { NodeConnectionTypes, UserError } = require('n8n-workflow');

/**
 * @typedef {import('n8n-workflow').INodeType} NodeType
 * @typedef {import('n8n-workflow').INodeTypes} INodeTypes
 */

/**
 * A declarative node gets an `execute` that hands it to the routing engine, as in n8n.
 *
 * @param {NodeType} nodeType
 */
const assignExecute = (nodeType) => {
	const isDeclarative = nodeType.description.requestDefaults !== undefined;
	const hasItsOwn =
		nodeType.execute ??
		nodeType.supplyData ??
		nodeType.poll ??
		nodeType.trigger ??
		(isDeclarative ? undefined : (nodeType.webhook ?? nodeType.methods));
	if (hasItsOwn) return;
	nodeType.execute = async function () {
		const context = /** @type {import('n8n-core').ExecuteContext} */ (this);
		return (await new RoutingNode(context, nodeType).runNode()) ?? [];
	};
};

/**
 * The tool variant of a node. n8n derives it with the node as prototype, so that a tool has the
 * node's `execute` and `customOperations`.
 *
 * @param {NodeType} nodeType
 * @returns {NodeType}
 */
const toolVariantOf = (nodeType) => {
	if (!nodeType.description.usableAsTool) throw new UserError('Node cannot be used as a tool');
	/** @type {import('n8n-workflow').INodeProperties[]} */
	const properties = Object.create(nodeType.description.properties);
	/** @type {import('n8n-workflow').INodeTypeDescription} */
	const description = Object.create(nodeType.description, {
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

/** @type {WeakMap<new () => NodeType, NodeType>} */
const loaded = new WeakMap();

/**
 * The one instance that n8n makes of a node class, after its loader has been over it: "Request
 * Options" are added to a declarative node.
 *
 * @param {new () => NodeType} NodeClass
 * @returns {NodeType}
 */
const load = (NodeClass) => {
	const known = loaded.get(NodeClass);
	if (known) return known;
	const nodeType = new NodeClass();
	DirectoryLoader.applyDeclarativeNodeOptionParameters(nodeType);
	loaded.set(NodeClass, nodeType);
	return nodeType;
};

/**
 * The node types of a run. A name that ends in `Tool` is the tool variant of a type.
 *
 * @implements {INodeTypes}
 */
class NodeTypes {
	/** @param {Record<string, NodeType>} types By full name, e.g. `n8n-nodes-mailroom.mailroom`. */
	constructor(types) {
		this.types = { ...types };
	}

	/** @param {string} name */
	getByName(name) {
		return this.getByNameAndVersion(name);
	}

	/** @param {string} name */
	getByNameAndVersion(name) {
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

NodeTypes.load = load;

module.exports = { NodeTypes };
