/** Value that n8n's editor writes into a field for its button "Let the model define this parameter". */
export function fromModel(key: string) {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}
