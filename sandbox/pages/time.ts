const { html } = require('./html');

/** @param {string} iso ISO 8601 UTC */
function time(iso) {
	return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

module.exports = { time };
