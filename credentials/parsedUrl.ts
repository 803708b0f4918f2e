/**
 * A text as a URL, undefined when it is none. `URL.canParse` would say so too, but in Node.js 20 it answers wrongly for letters
 * beyond ASCII once it is called often.
 */
export function parsedUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
