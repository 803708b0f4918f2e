import { parsedUrl } from '../../../credentials/parsedUrl';
import { InvalidParameter, type Label } from './InvalidParameter';
import { CONTROL_CHARACTER } from './text';
import { isEmpty } from './values';
import { shown } from '../wording';

export function optionalWebAddress(value: unknown, label: Label): string | undefined {
	if (isEmpty(value)) return undefined;
	const text = typeof value === 'string' ? value.trim() : '';
	if (/^https?:\/\/[^\s]+$/i.test(text) && parsedUrl(text)) return text;
	throw new InvalidParameter(
		label,
		`isn't a web address: ${shown(value)}`,
		'Enter an address that starts with https:// or http://',
	);
}

/** A web address, or an address of an app such as `myapp://done`. Not a script, which would run in the browser of the contact. */
export function returnAddress(value: unknown, label: Label): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*):(\S+)$/i.exec(text) ?? [];
	if (scheme === '' || /^https?$/i.test(scheme)) return optionalWebAddress(value, label);
	// `localhost:3000` begins with a host, not with a scheme.
	const isHost = /^\d+(?:\/|$)/.test(rest);
	const isScript = /^(?:javascript|data|vbscript)$/i.test(scheme);
	if (!isHost && !isScript && !CONTROL_CHARACTER.test(text) && parsedUrl(text)) return text;
	const advice = 'Enter an address such as https://example.com, or myapp:// for an app';
	throw new InvalidParameter(label, `can't be opened by the contact: ${shown(value)}`, advice);
}
