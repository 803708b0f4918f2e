/** Replaces `URL.canParse`, which in Node.js 20 is sometimes wrong beyond ASCII. */
export function parsedUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
