const { CredentialsHelper } = require('./CredentialsHelper');
const { NodeTypes } = require('./NodeTypes');

/**
 * @typedef {import('n8n-workflow').INodeType} NodeType
 * @typedef {import('n8n-workflow').INodeExecutionData} Item
 *
 * @typedef {object} Classes
 * @property {new () => NodeType} node
 * @property {new () => import('n8n-workflow').ICredentialType} credential
 *
 * @typedef {import('n8n-workflow').IDataObject | import('n8n-workflow').ICredentialDataDecryptedObject} Credential
 *   The fields of a credential, as a user fills them in.
 *
 * @typedef {object} Try One call of the node by the engine: "Retry On Fail" makes several.
 * @property {import('n8n-workflow').IExecuteData} executeData What `getExecuteData()` gave.
 * @property {Item[]} input
 * @property {Item[][]} [raw] What the node returned, before the engine filled in or moved anything.
 * @property {Error} [error] What the node threw.
 */

/** @returns {Classes} */
const mailroom = () => ({
	node: require('../../nodes/Mailroom/Mailroom.node').Mailroom,
	credential: require('../../credentials/MailroomApi.credentials').MailroomApi,
});

/**
 * The engine changes the items that a node returned: they have to be copied at once.
 *
 * @param {Item[][]} output
 */
const copyOf = (output) => output.map((items) => items.map((item) => ({ ...item })));

/**
 * The node and credential under test, with a recorder in front of the node.
 *
 * @param {object} [options]
 * @param {Classes} [options.classes] Default: the Mailroom node and its credential.
 * @param {Credential} [options.credential] Absent: the node has none set.
 * @param {boolean} [options.declarative] Leaves `customOperations` out: every operation goes through
 *   the routing engine.
 */
const underTest = ({ classes = mailroom(), credential, declarative = false } = {}) => {
	/** @type {Try[]} */
	const tries = [];
	const original = NodeTypes.load(classes.node);

	/** @param {NonNullable<NodeType['execute']>} execute */
	const recorded = (execute) =>
		/** @this {import('n8n-workflow').IExecuteFunctions} */
		async function () {
			/** @type {Try} */
			const current = { executeData: this.getExecuteData(), input: this.getInputData() };
			tries.push(current);
			try {
				const output = /** @type {Item[][]} */ (await execute.call(this));
				current.raw = copyOf(output);
				return output;
			} catch (error) {
				current.error = /** @type {Error} */ (error);
				throw error;
			}
		};

	/** @type {NodeType} */
	const nodeType = Object.create(original);
	const types = new NodeTypes({ node: nodeType });
	const { execute } = types.getByNameAndVersion('node');
	if (!execute) throw new Error('The node under test has no execute');
	nodeType.execute = recorded(execute);
	nodeType.customOperations = declarative ? undefined : recordedOperations(original, recorded);

	const credentialType = new classes.credential();
	const { name } = credentialType;
	return {
		nodeType,
		credentialType,
		credentialsHelper: new CredentialsHelper([credentialType], {
			...(credential && { [name]: credential }),
		}),
		/** The part of a node in a workflow that names its credential. */
		credentials: credential && { [name]: { id: '1', name } },
		tries,
	};
};

/**
 * @param {NodeType} nodeType
 * @param {(execute: NonNullable<NodeType['execute']>) => NonNullable<NodeType['execute']>} recorded
 */
const recordedOperations = ({ customOperations }, recorded) => {
	if (!customOperations) return undefined;
	/** @type {NonNullable<NodeType['customOperations']>} */
	const copy = {};
	for (const [resource, operations] of Object.entries(customOperations)) {
		copy[resource] = {};
		for (const [operation, execute] of Object.entries(operations)) {
			copy[resource][operation] = recorded(execute);
		}
	}
	return copy;
};

module.exports = { underTest };
