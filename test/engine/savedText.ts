/**
 * All that n8n would save of an execution, as one text to search for what must not be in it. Like
 * n8n it writes an object once that is referred to several times.
 *
 * @param {import('n8n-workflow').IRun} result
 * @returns {string}
 */
const savedText = (result) => {
	const seen = new WeakSet();
	return JSON.stringify(result, (_key, value) => {
		if (typeof value !== 'object' || value === null) return value;
		if (seen.has(value)) return undefined;
		seen.add(value);
		return value;
	});
};

module.exports = { savedText };
