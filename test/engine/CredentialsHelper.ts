const { getAdditionalKeys } = require('n8n-core');
const {
	ICredentialsHelper,
	NodeHelpers,
	UnexpectedError,
	Workflow,
	injectDomainRestrictionFields,
	isExpression,
} = require('n8n-workflow');

/**
 * @typedef {import('n8n-workflow').ICredentialDataDecryptedObject} CredentialData
 * @typedef {import('./underTest').Credential} Fields
 * @typedef {import('n8n-workflow').ICredentialType} CredentialType
 * @typedef {import('n8n-workflow').IWorkflowExecuteAdditionalData} AdditionalData
 * @typedef {import('n8n-workflow').WorkflowExecuteMode} Mode
 */

/** @type {import('n8n-workflow').INode} */
const mockNode = {
	id: 'mock',
	name: '',
	typeVersion: 1,
	type: 'mock',
	position: [0, 0],
	parameters: {},
};

/** A workflow of one node without parameters: where n8n evaluates expressions of a credential. */
const mockWorkflow = () => {
	const mockType = /** @type {import('n8n-workflow').INodeType} */ ({
		description: { properties: /** @type {unknown[]} */ ([]) },
	});
	return new Workflow({
		nodes: [mockNode],
		connections: {},
		active: false,
		nodeTypes: {
			getKnownTypes: () => ({}),
			getByName: () => mockType,
			getByNameAndVersion: () => mockType,
		},
	});
};

/**
 * n8n's own credentials helper without database, encryption, overwrites and external secrets. What is
 * left follows its code line by line: defaults, expressions, `authenticate` and `preAuthentication`.
 */
class CredentialsHelper extends ICredentialsHelper {
	/**
	 * @param {CredentialType[]} types
	 * @param {Record<string, Fields>} stored Data of each credential, by the name of its type.
	 */
	constructor(types, stored = {}) {
		super();
		this.stored = stored;
		/** @type {Map<string, CredentialType>} */
		this.types = new Map();
		for (const type of types) {
			type.properties = injectDomainRestrictionFields(type);
			this.types.set(type.name, type);
		}
	}

	/** @param {string} name */
	typeOf(name) {
		const type = this.types.get(name);
		if (!type)
			throw new UnexpectedError('Unknown credential type', { tags: { credentialType: name } });
		return type;
	}

	/**
	 * @param {string} name
	 * @returns {string[]}
	 */
	getParentTypes(name) {
		const parents = this.types.get(name)?.extends ?? [];
		return [...parents, ...parents.flatMap((parent) => this.getParentTypes(parent))];
	}

	isCredentialUsableByNode() {
		return true;
	}

	/** @type {ICredentialsHelper['authenticate']} */
	async authenticate(credentials, typeName, incoming, workflow, node) {
		const requestOptions = /** @type {import('n8n-workflow').IHttpRequestOptions} */ (incoming);
		const { authenticate } = this.typeOf(typeName);
		if (typeof authenticate === 'function') return await authenticate(credentials, requestOptions);
		if (authenticate?.type !== 'generic') return requestOptions;
		if (!workflow || !node) {
			throw new UnexpectedError(
				'Workflow and node are required for declarative credential authentication',
			);
		}
		const options = /** @type {Record<string, Record<string, string>>} */ (
			/** @type {unknown} */ (requestOptions)
		);
		const resolve = (/** @type {string} */ value) => {
			if (!isExpression(value)) return value;
			const keys = { $credentials: credentials };
			const resolved = workflow.expression.getSimpleParameterValue(
				node,
				value,
				'internal',
				keys,
				undefined,
				'',
			);
			return resolved ? resolved.toString() : '';
		};
		options.headers ??= {};
		for (const [outerKey, outerValue] of Object.entries(authenticate.properties)) {
			for (const [key, value] of Object.entries(outerValue ?? {})) {
				const keyResolved = resolve(key);
				options[outerKey] ||= {};
				options[outerKey][keyResolved] = resolve(String(value));
			}
		}
		return requestOptions;
	}

	/** @type {ICredentialsHelper['preAuthentication']} */
	async preAuthentication(helpers, credentials, typeName, node, credentialsExpired) {
		const type = this.typeOf(typeName);
		const expirable = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		);
		if (expirable === undefined || typeof type.preAuthentication !== 'function') return undefined;
		const isTest = node.parameters?.temp === '' && node.type === 'n8n-nodes-base.noOp';
		if (credentials[expirable.name] !== '' && !credentialsExpired && !isTest) return undefined;

		const output = await type.preAuthentication.call(helpers, credentials);
		if (output[expirable.name] === undefined || !node.credentials) return undefined;
		const refreshed = /** @type {CredentialData} */ (output);
		this.stored[typeName] = { ...this.stored[typeName], ...refreshed };
		return Object.assign(credentials, refreshed);
	}

	/** @type {ICredentialsHelper['runPreAuthentication']} */
	async runPreAuthentication(helpers, credentials, typeName) {
		const output = await this.typeOf(typeName).preAuthentication?.call(helpers, credentials);
		return /** @type {CredentialData | undefined} */ (output);
	}

	/** @param {string} name */
	getCredentialsProperties(name) {
		/** @type {import('n8n-workflow').INodeProperties[]} */
		const properties = [];
		for (const parent of this.typeOf(name).extends ?? []) {
			NodeHelpers.mergeNodeProperties(properties, this.getCredentialsProperties(parent));
		}
		NodeHelpers.mergeNodeProperties(properties, this.typeOf(name).properties);
		return properties;
	}

	/** @type {ICredentialsHelper['getDecrypted']} */
	async getDecrypted(additionalData, nodeCredentials, type, mode, executeData, raw, values) {
		const stored = nodeCredentials.id ? this.stored[type] : undefined;
		if (!stored) throw new UnexpectedError(`Credential "${type}" is not stored`);
		const data = /** @type {CredentialData} */ (JSON.parse(JSON.stringify(stored)));
		if (raw) return data;
		return await this.withDefaults(additionalData, data, type, mode, executeData, values);
	}

	/**
	 * The credential as a node gets it: with the defaults of its fields and its expressions evaluated.
	 *
	 * @param {AdditionalData} additionalData
	 * @param {Fields} original
	 * @param {string} type
	 * @param {Mode} mode
	 * @param {import('n8n-workflow').IExecuteData} [executeData]
	 * @param {import('n8n-workflow').ICredentialsExpressionResolveValues} [values]
	 * @returns {Promise<CredentialData>}
	 */
	async withDefaults(additionalData, original, type, mode, executeData, values) {
		const data = /** @type {CredentialData} */ (
			NodeHelpers.getNodeParameters(
				this.getCredentialsProperties(type),
				/** @type {import('n8n-workflow').INodeParameters} */ (original),
				true,
				false,
				null,
				null,
			)
		);
		const given = /** @type {CredentialData} */ (original);
		for (const field of ['allowedHttpRequestDomains', 'allowedDomains']) {
			if (data[field] === undefined && given[field] !== undefined) data[field] = given[field];
		}
		const parameters = /** @type {import('n8n-workflow').INodeParameters} */ (data);
		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		if (!values) {
			const { expression } = mockWorkflow();
			return await expression.withIsolate(
				async () =>
					/** @type {CredentialData} */ (
						expression.getComplexParameterValue(
							mockNode,
							parameters,
							mode,
							keys,
							undefined,
							undefined,
							parameters,
						)
					),
			);
		}
		const resolved = values.workflow.expression.getParameterValue(
			parameters,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			keys,
			executeData,
			false,
			parameters,
		);
		return /** @type {CredentialData} */ (resolved);
	}

	/** @returns {Promise<never>} */
	async getCredentials() {
		throw new UnexpectedError('The engine tests store no encrypted credentials');
	}

	/** @type {ICredentialsHelper['updateCredentials']} */
	async updateCredentials(_nodeCredentials, type, data) {
		this.stored[type] = data;
	}

	async updateCredentialsOauthTokenData() {
		throw new UnexpectedError('The engine tests know no OAuth credentials');
	}
}

module.exports = { CredentialsHelper };
