/**
 * What stands in a field once its button "Let the model define this parameter" was pressed, as n8n's editor writes it.
 *
 * @param {string} key
 * @param {{ type?: 'string' | 'number' | 'boolean' | 'json', description?: string }} [options]
 */
function fromModel(key, { type = 'string', description = '' } = {}) {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, '${type}') }}`;
}

module.exports = { fromModel };
