import type { NodeInput, WorkflowInput } from '../tools/n8n/N8nClient';

type Form = { name: string; url: string; hasLogin: boolean };

/** Where people and AI applications reach the workflows. */
type Entrances = { forms: Form[]; assistant?: string };

export function entrances(workflows: WorkflowInput[], n8nUrl: string): Entrances {
	const forms = workflows.flatMap(({ name, nodes }) =>
		nodes.filter(isType('n8n-nodes-base.formTrigger')).map(({ parameters }) => {
			const { options, authentication } = parameters as FormParameters;
			const hasLogin = authentication === 'basicAuth';
			return { name, url: `${n8nUrl}/form/${options.path}`, hasLogin };
		}),
	);
	const [mcp] = workflows
		.flatMap(({ nodes }) => nodes)
		.filter(isType('@n8n/n8n-nodes-langchain.mcpTrigger'));
	const { path } = (mcp?.parameters ?? {}) as { path?: string };
	return { forms, assistant: path && `${n8nUrl}/mcp/${path}` };
}

type FormParameters = { options: { path: string }; authentication?: string };

function isType(type: string) {
	return (node: NodeInput) => node.type === type;
}
