import { parsedUrl } from '../../../credentials/parsedUrl';
import { InvalidParameter, shown } from './InvalidParameter';
import { isEmpty } from './text';

/** An http(s) address, undefined when left empty. Sent as it was entered, without the spaces around it. */
export function optionalWebAddress(value: unknown, label: string): string | undefined {
	if (isEmpty(value)) return undefined;
	const text = typeof value === 'string' ? value.trim() : '';
	if (!/^https?:\/\/[^\s]+$/i.test(text) || !parsedUrl(text)) {
		throw new InvalidParameter(
			label,
			`is not a web address: ${shown(value)}`,
			'Enter an address that starts with https:// or http://',
		);
	}
	return text;
}
