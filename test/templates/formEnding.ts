import axios from 'axios';
import { waitUntil } from '../../tools/process/waitUntil';

const LIMIT_MS = 30_000;

/**
 * The last page of a form that ends with one, which its visitor is taken to when the workflow has got there.
 *
 * @param answer to the form
 */
export async function formEnding(answer: string): Promise<{ title: string; message: string }> {
	const { formWaitingUrl }: { formWaitingUrl: string } = JSON.parse(answer);
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	const isThere = async () => (await textOf(status.href)) === 'form-waiting';
	await waitUntil(isThere, { limitMs: LIMIT_MS, what: 'the next page of the form is there' });
	const page = await textOf(formWaitingUrl);
	const [, title, message] = /<h1>(.*?)<\/h1>\s*<p[^>]*>(.*?)<\/p>/s.exec(page) ?? [];
	return { title, message };
}

async function textOf(url: string) {
	const { data } = await axios.get(url, { responseType: 'text', proxy: false });
	return data;
}
