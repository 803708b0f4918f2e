import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import { html, Html } from './html';

interface Place {
	/** Path of the page in the repository. */
	file: string;
	/** Paths of all pages and files that the sandbox serves. */
	served: string[];
}

const SOURCES = 'https://github.com/n8n-nodes-mailroom/n8n-nodes-mailroom/blob/main';

// The pages contain HTML for their pictures.
const markdown = new MarkdownIt({ html: true });

markdown.renderer.rules.heading_open = (tokens, index, options, _env, self) => {
	tokens[index].attrSet('id', anchorOf(tokens[index + 1].content));
	return self.renderToken(tokens, index, options);
};

markdown.renderer.rules.link_open = (tokens, index, options, { file, served }: Place, self) => {
	const [path] = String(tokens[index].attrGet('href')).split('#');
	const target = posix.join(posix.dirname(file), path);
	const isSource = path !== '' && !/^[a-z]+:/.test(path) && !served.includes(target);
	if (isSource) tokens[index].attrSet('href', `${SOURCES}/${target}`);
	return self.renderToken(tokens, index, options);
};

/** @returns the anchor that GitHub gives to a heading, which links use */
function anchorOf(heading: string) {
	const letters = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
	return letters.trim().replace(/\s/g, '-');
}

/** @param text of a page of the documentation, in Markdown */
export function guide(text: string, place: Place) {
	const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
	const content = html`<article class="guide">${new Html(markdown.render(text, place))}</article>`;
	return { title, content };
}
