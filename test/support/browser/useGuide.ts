import type { IDataObject } from 'n8n-workflow';
import type { NodeInput, WorkflowInput } from '../../../tools/n8n/N8nClient';
import { credentialFor } from '../../../tools/n8n/saveSandboxCredential';
import { addNode, addNodeBetween, chooseCredential, idOf } from './buildWorkflow';
import type { Editor } from './Editor';
import { eventually } from './eventually';
import { useEditor } from './useEditor';
import { isMailroom } from './workflowOf';

export const ada = {
	...{ email: 'ada@example.com', name: 'Ada Example' },
	subscribedToLists: ['newsletter'],
};
export const nameless = { email: 'nameless@example.com', subscribedToLists: ['newsletter'] };

/** For the steps of a guide, done as written. The list has a contact with a name and one without. */
export function useGuide(guide: string) {
	const stage = useEditor();
	const { demo, openEditor } = stage;
	/** The name of the file's own credential. */
	const credential = () => `Account of ${guide} at ${demo().sandbox.origin}`;

	beforeAll(async () => {
		const { client, sandbox } = demo();
		await client.createCredential({ ...credentialFor(sandbox), name: credential() });
	});

	beforeEach(() => {
		for (const contact of [ada, nameless]) demo().sandbox.store.addContact(contact);
	});

	/** Emails that the service has accepted, in order. */
	const mails = () => demo().sandbox.store.mails.map(({ to, subject }) => `${to}: ${subject}`);

	/** Creates a workflow and adds **Trigger manually**. */
	const createWorkflow = async () => {
		const editor = await openEditor();
		await editor.startWorkflow();
		const found = await editor.searchNodes('Trigger manually');
		await found.getByText('Trigger manually').click();
		return editor;
	};

	/**
	 * Adds **Mailroom** with an action, and chooses the credential.
	 *
	 * @param between the names of two nodes, where it is not the last node
	 */
	const addMailroom = async (editor: Editor, action: string, between?: string[]) => {
		const name = between
			? await addNodeBetween(editor, between, 'Mailroom')
			: await addNode(editor, 'Mailroom');
		await name.getByText(action, { exact: true }).click();
		await editor.form.waitFor();
		await chooseCredential(editor, credential());
	};

	const savedNodes = async (editor: Editor) => {
		const path = `/workflows/${idOf(editor)}`;
		return (await demo().client.request<{ nodes: NodeInput[] }>('GET', path)).nodes;
	};

	/** Waits until n8n has saved a field, an option or a setting of the last Mailroom node, which takes a moment. */
	const savedAs = async (editor: Editor, field: string, value: unknown) => {
		await eventually(async () => {
			const [node] = (await savedNodes(editor)).filter(isMailroom).slice(-1);
			const { parameters, ...settings } = node as { parameters: IDataObject };
			const options = parameters.options as IDataObject;
			const fields: IDataObject = { ...settings, ...parameters, ...options };
			expect(fields[field]).toEqual(value);
		});
	};

	/** Executes the open node once n8n has saved one of its fields. */
	const execute = async (editor: Editor, field: string, value: unknown) => {
		await savedAs(editor, field, value);
		await editor.execute();
	};

	/** Waits for the error of the open node. */
	const refuses = async (editor: Editor, text: string) => {
		await eventually(async () => expect(await editor.error.innerText()).toContain(text));
	};

	/** @returns the status of the execution that an action leads to, once that is over */
	const nextExecution = async (workflowId: string, act: () => Promise<unknown>) => {
		const { client } = demo();
		const before = await client.executions(workflowId);
		await act();
		return await eventually(async () => {
			const [last, ...earlier] = await client.executions(workflowId);
			expect(earlier).toHaveLength(before.length);
			expect(['success', 'error']).toContain(last.status);
			return last.status;
		});
	};

	/**
	 * Publishes a template of the demo at an address of its own and with the sandbox of this file.
	 *
	 * @param name of the template and its form
	 * @param path of the form
	 */
	const publishTemplate = async (name: string, path: string) => {
		const { client, credential: account, forms } = demo();
		const [original] = (await client.workflows()).filter((one) => one.name === name);
		const { nodes, connections } = await client.request<WorkflowInput>(
			'GET',
			`/workflows/${original.id}`,
		);
		const own = `${path}-of-${guide.replace(/\W+/g, '-')}`;
		const copies: NodeInput[] = JSON.parse(
			JSON.stringify(nodes).replace(`"path":"${path}"`, `"path":"${own}"`),
		);
		for (const node of copies.filter(isMailroom)) node.credentials = { mailroomApi: account };
		const copy = { name: `${name} of ${guide}`, nodes: copies, connections };
		const workflow = await client.createWorkflow(copy);
		await client.activate(workflow);
		const [{ url }] = forms.filter((form) => form.name === name);
		return { workflow, url: url.replace(path, own) };
	};

	return {
		...stage,
		...{ credential, mails, createWorkflow, addMailroom, savedNodes, savedAs, execute, refuses },
		...{ nextExecution, publishTemplate },
	};
}
