import { getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	NodeHelpers,
	UnexpectedError,
	Workflow,
	injectDomainRestrictionFields,
	isExpression,
	type ICredentialDataDecryptedObject as CredentialData,
	type ICredentialType as CredentialType,
	type ICredentialsExpressionResolveValues,
	type IDataObject,
	type IExecuteData,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type IWorkflowExecuteAdditionalData as AdditionalData,
	type WorkflowExecuteMode as Mode,
} from 'n8n-workflow';

/** The fields of a credential, as a user fills them in. */
export type Credential = IDataObject | CredentialData;

const mockNode: INode = {
	id: 'mock',
	name: '',
	typeVersion: 1,
	type: 'mock',
	position: [0, 0],
	parameters: {},
};

/** A workflow of one node without parameters: where n8n evaluates expressions of a credential. */
const mockWorkflow = () => {
	const mockType = {
		description: { properties: [] as unknown[] },
	} as INodeType;
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
 * n8n's own credentials helper without database, encryption, overwrites, external secrets and tokens that expire. What is
 * left follows its code line by line: defaults, expressions and `authenticate`.
 */
export class CredentialsHelper extends ICredentialsHelper {
	readonly types = new Map<string, CredentialType>();

	/** @param stored Data of each credential, by the name of its type. */
	constructor(
		types: CredentialType[],
		readonly stored: Record<string, Credential> = {},
	) {
		super();
		for (const type of types) {
			type.properties = injectDomainRestrictionFields(type);
			this.types.set(type.name, type);
		}
	}

	typeOf(name: string) {
		const type = this.types.get(name);
		if (!type)
			throw new UnexpectedError('Unknown credential type', { tags: { credentialType: name } });
		return type;
	}

	getParentTypes(name: string): string[] {
		const parents = this.types.get(name)?.extends ?? [];
		return [...parents, ...parents.flatMap((parent) => this.getParentTypes(parent))];
	}

	isCredentialUsableByNode() {
		return true;
	}

	async authenticate(
		...[credentials, typeName, incoming, workflow, node]: Parameters<
			ICredentialsHelper['authenticate']
		>
	) {
		const requestOptions = incoming as IHttpRequestOptions;
		const { authenticate } = this.typeOf(typeName);
		if (typeof authenticate === 'function') return await authenticate(credentials, requestOptions);
		if (authenticate?.type !== 'generic') return requestOptions;
		if (!workflow || !node) {
			throw new UnexpectedError(
				'Workflow and node are required for declarative credential authentication',
			);
		}
		const options = requestOptions as unknown as Record<string, Record<string, string>>;
		const resolve = (value: string) => {
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

	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	getCredentialsProperties(name: string) {
		const properties: INodeProperties[] = [];
		for (const parent of this.typeOf(name).extends ?? []) {
			NodeHelpers.mergeNodeProperties(properties, this.getCredentialsProperties(parent));
		}
		NodeHelpers.mergeNodeProperties(properties, this.typeOf(name).properties);
		return properties;
	}

	async getDecrypted(
		...[additionalData, nodeCredentials, type, mode, executeData, raw, values]: Parameters<
			ICredentialsHelper['getDecrypted']
		>
	) {
		const stored = nodeCredentials.id ? this.stored[type] : undefined;
		if (!stored) throw new UnexpectedError(`Credential "${type}" is not stored`);
		const data = JSON.parse(JSON.stringify(stored)) as CredentialData;
		if (raw) return data;
		return await this.withDefaults(additionalData, data, type, mode, executeData, values);
	}

	/** The credential as a node gets it: with the defaults of its fields and its expressions evaluated. */
	async withDefaults(
		additionalData: AdditionalData,
		original: Credential,
		type: string,
		mode: Mode,
		executeData?: IExecuteData,
		values?: ICredentialsExpressionResolveValues,
	): Promise<CredentialData> {
		const data = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			original as INodeParameters,
			true,
			false,
			null,
			null,
		) as CredentialData;
		const given = original as CredentialData;
		for (const field of ['allowedHttpRequestDomains', 'allowedDomains']) {
			if (data[field] === undefined && given[field] !== undefined) data[field] = given[field];
		}
		const parameters = data as INodeParameters;
		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		if (!values) {
			const { expression } = mockWorkflow();
			return await expression.withIsolate(
				async () =>
					expression.getComplexParameterValue(
						mockNode,
						parameters,
						mode,
						keys,
						undefined,
						undefined,
						parameters,
					) as CredentialData,
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
		return resolved as CredentialData;
	}

	async getCredentials(): Promise<never> {
		throw new UnexpectedError('The engine tests store no encrypted credentials');
	}

	async updateCredentials() {
		throw new UnexpectedError('The engine tests renew no credentials');
	}

	async updateCredentialsOauthTokenData() {
		throw new UnexpectedError('The engine tests know no OAuth credentials');
	}
}
