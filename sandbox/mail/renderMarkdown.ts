const MarkdownIt = require('markdown-it');

const markdown = new MarkdownIt({ html: true, linkify: true });

/** @param {string} text Markdown, which may hold HTML. */
const renderMarkdown = (text) => markdown.render(text);

module.exports = { renderMarkdown };
