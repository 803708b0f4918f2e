const LINK = /<a href="([^"]*)" style[^>]*>([^<]*)<\/a>/g;

/** The buttons of an email that asks a question: their labels and where they lead. */
export function linksIn(html: string): Array<{ label: string; url: string }> {
	return [...html.matchAll(LINK)].map(([, href, label]) => ({
		label,
		url: href.replaceAll('&amp;', '&'),
	}));
}
