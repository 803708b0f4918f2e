import axios, { type AxiosRequestConfig } from 'axios';
import { ToolError } from '../tools/process/ToolError';
import type { Login } from '../tools/n8n/N8nClient';

/**
 * Fills in an n8n form by the labels that a visitor sees, and submits it as a browser would. Resolves when n8n has
 * answered, which is after the workflow where the form waits for its end.
 *
 * @param values by label
 * @param login for a form that asks for one
 * @returns what n8n answered
 */
export async function submitForm(
	url: string,
	values: Record<string, string | File>,
	login?: Login,
): Promise<string> {
	const options: AxiosRequestConfig = {
		validateStatus: () => true,
		proxy: false,
		responseType: 'text',
		auth: login && { username: login.email, password: login.password },
	};
	const page = await axios.get(url, options);
	if (page.status !== 200) throw new ToolError(`The form answered ${page.status}: ${url}`);

	const form = new FormData();
	for (const [label, value] of Object.entries(values)) {
		const field = new RegExp(`<label[^>]* for='([^']+)'>${label}</label>`).exec(page.data)?.[1];
		if (!field) throw new ToolError(`The form has no field "${label}": ${url}`);
		form.append(field, value);
	}
	const answer = await axios.post(url, form, options);
	if (answer.status !== 200) {
		throw new ToolError(`The form was not accepted: ${answer.status} ${answer.data}`);
	}
	return answer.data;
}
