import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: true, linkify: true });

/** @param text Markdown, which may contain HTML */
export const renderMarkdown = (text: string) => markdown.render(text);
