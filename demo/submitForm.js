const axios = require('axios');
const { DemoError } = require('./DemoError');

/**
 * Fills in an n8n form by the labels that a visitor sees, and submits it as a browser would. Resolves when n8n has
 * answered, which is after the workflow where the form waits for its end.
 *
 * @param {string} url
 * @param {Record<string, string>} values by label
 */
async function submitForm(url, values) {
	/** @type {import('axios').AxiosRequestConfig} */
	const options = { validateStatus: () => true, proxy: false, responseType: 'text' };
	const page = await axios.get(url, options);
	if (page.status !== 200) throw new DemoError(`The form answered ${page.status}: ${url}`);

	const form = new FormData();
	for (const [label, value] of Object.entries(values)) {
		const field = new RegExp(`<label[^>]* for='([^']+)'>${label}</label>`).exec(page.data)?.[1];
		if (!field) throw new DemoError(`The form has no field "${label}": ${url}`);
		form.append(field, value);
	}
	const answer = await axios.post(url, form, options);
	if (answer.status !== 200) {
		throw new DemoError(`The form was not accepted: ${answer.status} ${answer.data}`);
	}
}

module.exports = { submitForm };
