/** What n8n's editor writes into a field once its button "Let the model define this parameter" was pressed. */
export function fromModel(key: string) {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}
