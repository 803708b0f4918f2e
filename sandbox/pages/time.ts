import { html } from './html';

/** @param iso ISO 8601 UTC */
export function time(iso: string) {
	return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}
