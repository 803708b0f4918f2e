import type { INodeProperties } from 'n8n-workflow';
import { optionalBoolean, switchedOn } from '../../parameters/choice';
import type { Form } from '../../parameters/Form';
import { ALLOW_ANY_TAG } from '../../parameters/tagChecks';
import type { EmailContent } from '../../service';
import {
	sendOnceHistoryProperty,
	sendOnceInDoubtProperty,
	sendOnceKeyProperty,
} from './sendOnceOptions';

/** Begins the error of an email that the service may have sent: people and models alike would try again. */
export const EMAIL_IN_DOUBT =
	'The email may or may not have been sent; check before you send it again.';

export const trackEmailLinkClicksProperty: INodeProperties = {
	displayName: 'Track Email Link Clicks',
	name: 'trackEmailLinkClicks',
	type: 'boolean',
	default: true,
	description:
		"Whether the service records clicks on links in this email. Without this option, your project's setting applies.",
};

export const trackEmailOpensProperty: INodeProperties = {
	displayName: 'Track Email Opens',
	name: 'trackEmailOpens',
	type: 'boolean',
	default: true,
	description:
		"Whether the service records when this email is opened. Without this option, your project's setting applies.",
};

const allowAnyTagProperty: INodeProperties = {
	displayName: ALLOW_ANY_TAG,
	name: 'allowAnyTag',
	type: 'boolean',
	default: false,
	description:
		'Whether to send all tags as typed. By default, tags that look misspelled and all tags typed into transactional emails are rejected.',
};

/**
 * The collection "Options" of a send operation: those that all of them have, and the operation's own.
 *
 * @param exampleKey placeholder of the Send Once Key
 */
export function optionsProperty(exampleKey: string, ...own: INodeProperties[]): INodeProperties {
	const options = [
		allowAnyTagProperty,
		sendOnceHistoryProperty,
		sendOnceInDoubtProperty,
		sendOnceKeyProperty(exampleKey),
		trackEmailLinkClicksProperty,
		trackEmailOpensProperty,
		...own,
	];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		// Not `localeCompare`: its first call takes longer than loading twenty files.
		options: options.sort((one, other) => (one.displayName < other.displayName ? -1 : 1)),
	};
}

export type Tracking = Pick<EmailContent, 'trackEmailOpens' | 'trackEmailLinkClicks'>;

/** The part of the options that is sent. A toggle that was not added is not. */
export function readTracking(options: Form): Tracking {
	return {
		trackEmailOpens: options.read('trackEmailOpens', optionalBoolean),
		trackEmailLinkClicks: options.read('trackEmailLinkClicks', optionalBoolean),
	};
}

/** Whether tags are sent without a check. */
export function readAllowAnyTag(options: Form): boolean {
	return options.read('allowAnyTag', switchedOn);
}
