/** Replaces `URL.canParse`, which in Node.js 20 is sometimes wrong beyond ASCII. */
export function parsedUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
