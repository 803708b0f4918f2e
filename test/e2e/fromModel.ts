/**
 * What stands in a field once its button "Let the model define this parameter" was pressed, as n8n's editor writes
 * it.
 */
export function fromModel(
	key: string,
	{
		type = 'string',
		description = '',
	}: { type?: 'string' | 'number' | 'boolean' | 'json'; description?: string } = {},
) {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, '${type}') }}`;
}
