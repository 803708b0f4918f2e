import type {
	ICredentialType,
	IExecuteFunctions,
	INodeExecutionData as Item,
	INodeType as NodeType,
} from 'n8n-workflow';
import { MailroomApi } from '../../../credentials/MailroomApi.credentials';
// With its ending: without it, a program takes the JSON file beside it.
import { Mailroom } from '../../../nodes/Mailroom/Mailroom.node.ts';
import { CredentialsHelper, type Credential } from '../../../tools/engine/CredentialsHelper';
import { NodeTypes } from '../../../tools/engine/NodeTypes';

export interface Classes {
	node: new () => NodeType;
	credential: new () => ICredentialType;
}

/** One call of the node by the engine: "Retry On Fail" makes several. */
interface Try {
	/** Aborted when the execution is canceled: one for all nodes and runs of it. */
	signal?: AbortSignal;
	/** Return value of the node, before the engine changed it. */
	raw?: Item[][];
	/** Error that the node threw. */
	error?: Error;
}

/** The engine changes the items that a node returned: they have to be copied at once. */
const copyOf = (output: Item[][]) => output.map((items) => items.map((item) => ({ ...item })));

/**
 * The node and credential under test, with a recorder in front of the node.
 *
 * @param options.classes Default: the Mailroom node and its credential.
 * @param options.credential Absent: the node has none set.
 * @param options.declarative Leaves `customOperations` out: every operation goes through the routing engine.
 */
export const underTest = ({
	classes = { node: Mailroom, credential: MailroomApi },
	credential,
	declarative = false,
}: { classes?: Classes; credential?: Credential; declarative?: boolean } = {}) => {
	const tries: Try[] = [];
	const original = NodeTypes.load(classes.node);

	const recorded = (execute: NonNullable<NodeType['execute']>) =>
		async function (this: IExecuteFunctions) {
			const current: Try = { signal: this.getExecutionCancelSignal() };
			tries.push(current);
			try {
				const output = (await execute.call(this)) as Item[][];
				current.raw = copyOf(output);
				return output;
			} catch (error) {
				current.error = error as Error;
				throw error;
			}
		};

	const nodeType: NodeType = Object.create(original);
	const types = new NodeTypes({ node: nodeType });
	const { execute } = types.getByNameAndVersion('node');
	if (!execute) throw new Error('The node under test has no execute');
	nodeType.execute = recorded(execute);
	nodeType.customOperations = declarative ? undefined : recordedOperations(original, recorded);

	const credentialType = new classes.credential();
	const { name } = credentialType;
	return {
		nodeType,
		credentialsHelper: new CredentialsHelper([credentialType], {
			...(credential && { [name]: credential }),
		}),
		/** The part of a node in a workflow that names its credential. */
		credentials: credential && { [name]: { id: '1', name } },
		tries,
	};
};

const recordedOperations = (
	{ customOperations }: NodeType,
	recorded: (execute: NonNullable<NodeType['execute']>) => NonNullable<NodeType['execute']>,
) => {
	if (!customOperations) return undefined;
	const copies = Object.entries(customOperations).map(([resource, operations]) => {
		const copy = Object.entries(operations).map(([name, run]) => [name, recorded(run)] as const);
		return [resource, likeOriginal(operations, Object.fromEntries(copy))] as const;
	});
	return likeOriginal(customOperations, Object.fromEntries(copies));
};

/** With the same prototype, in which the engine looks for operations, too. */
const likeOriginal = <T extends object>(original: object, copy: T): T =>
	Object.setPrototypeOf(copy, Object.getPrototypeOf(original) as object | null) as T;
