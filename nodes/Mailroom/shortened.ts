/** Cuts a text for a message. The mark "…" comes on top of the length. */
export function shortened(text: string, maxLength: number): string {
	return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
