const axios = require('axios');
const { waitUntil } = require('../../demo/waitUntil');

const LIMIT_MS = 30_000;

/**
 * The last page of a form that ends with one, which its visitor is taken to when the workflow has got there.
 *
 * @param {string} answer to the form
 * @returns {Promise<{ title: string, message: string }>}
 */
async function formEnding(answer) {
	const { formWaitingUrl } = JSON.parse(answer);
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	const isThere = async () => (await textOf(status.href)) === 'form-waiting';
	await waitUntil(isThere, { limitMs: LIMIT_MS, what: 'the last page of the form is there' });

	const page = await textOf(formWaitingUrl);
	const [, title, message] = /<h1>(.*?)<\/h1>\s*<p[^>]*>(.*?)<\/p>/s.exec(page) ?? [];
	return { title, message };
}

/** @param {string} url */
async function textOf(url) {
	const { data } = await axios.get(url, { responseType: 'text', proxy: false });
	return data;
}

module.exports = { formEnding };
