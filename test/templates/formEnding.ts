import axios from 'axios';
import { waitUntil } from '../../tools/process/waitUntil';

const LIMIT_MS = 30_000;

/**
 * The last page of a form that ends with one, which its visitor is taken to when the workflow has got there.
 *
 * @param answer to the form
 */
export async function formEnding(answer: string): Promise<{ title: string; message: string }> {
	const page = await lastPage(answer);
	const [, title, message] = /<h1>(.*?)<\/h1>\s*<p[^>]*>(.*?)<\/p>/s.exec(page) ?? [];
	return { title, message };
}

/**
 * The report of an import, as its reader sees it.
 *
 * @param answer to the form
 * @returns `rows` are the cells of its table, and `texts` the paragraphs around it
 */
export async function importReport(answer: string) {
	const [, report = ''] = /<main>(.*)<\/main>/s.exec(await lastPage(answer)) ?? [];
	const contents = (html: string, tag: string) =>
		[...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, content]) => content);
	const [, body = ''] = report.split('<tbody>');
	return {
		title: contents(report, 'h1').join(),
		failed: contents(report, 'caption').join(),
		rows: contents(body, 'tr').map((row) => contents(row, 'td').map(seen)),
		texts: contents(report, 'p').map(seen),
		tags: [...new Set(report.match(/<\w+[^>]*>/g))],
	};
}

/** The text of HTML without its tags. */
function seen(html: string): string {
	return html
		.replaceAll('<small>', '\n')
		.replaceAll('</small>', '')
		.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

async function lastPage(answer: string): Promise<string> {
	const { formWaitingUrl }: { formWaitingUrl: string } = JSON.parse(answer);
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	const isThere = async () => (await textOf(status.href)) === 'form-waiting';
	await waitUntil(isThere, { limitMs: LIMIT_MS, what: 'the next page of the form is there' });
	return await textOf(formWaitingUrl);
}

async function textOf(url: string) {
	const { data } = await axios.get(url, { responseType: 'text', proxy: false });
	return data;
}
