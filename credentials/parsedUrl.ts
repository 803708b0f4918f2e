/** A text as a URL. In Node.js 20, `URL.canParse` is wrong for letters beyond ASCII once it is called often. */
export function parsedUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
