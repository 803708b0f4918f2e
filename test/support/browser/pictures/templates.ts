import { ToolError } from '../../../../tools/process/ToolError';
import type { Studio } from './Studio';

/**
 * @param name of a workflow of `examples/` that has a form
 * @returns the workflow, and the address of the form
 */
export async function templateNamed({ demo }: Studio, name: string) {
	const workflow = (await demo.client.workflows()).find((one) => one.name === name);
	const form = demo.forms.find((one) => one.name === name);
	if (!workflow || !form) throw new ToolError(`There is no workflow "${name}" with a form`);
	return { workflow, form: form.url };
}
