import type { INodeProperties } from 'n8n-workflow';
import type { Report, Wire } from '../../run/Operation';
import { optionalBoolean } from '../../parameters/choice';
import type { Form } from '../../parameters/Form';
import { sendOnceProperties, type KeyTexts } from '../../neverTwice/key/options';
import { ALLOW_ANY_TAG } from './assertTags';
import { maxRecipientsProperty } from './maxRecipients/maxRecipients';

/** Shared by all operations that send an email. */
export const emailSend = {
	wire: {
		idempotency: 'nonIdempotent',
		doubtTexts: {
			problem: 'The email may or may not have been sent',
			advice: "Check the service's dashboard before you send it again.",
			afterStop: 'Retry of this execution leaves it out.',
		},
	},
	report: { doneWord: 'sent' },
} satisfies { wire: Partial<Wire>; report: Partial<Report> };

export const trackingProperties: INodeProperties[] = [
	{
		displayName: 'Track Email Link Clicks',
		name: 'trackEmailLinkClicks',
		type: 'boolean',
		default: true,
		description:
			"Whether the service records clicks on links in this email. Without this option, your project's setting in the service applies.",
	},
	{
		displayName: 'Track Email Opens',
		name: 'trackEmailOpens',
		type: 'boolean',
		default: true,
		description:
			"Whether the service records when this email is opened. Without this option, your project's setting in the service applies.",
	},
];

/** The options of all sends, and the operation's own. */
export function optionsProperty(keyTexts: KeyTexts, ...own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: ALLOW_ANY_TAG,
				name: 'allowAnyTag',
				type: 'boolean',
				default: false,
				description:
					"Whether to send braces as typed, even if a tag looks misspelled or can't be filled in",
			},
			maxRecipientsProperty,
			...sendOnceProperties(keyTexts),
			...trackingProperties,
			...own,
		],
	};
}

export function readTracking(options: Form) {
	return {
		trackEmailOpens: options.read('trackEmailOpens', optionalBoolean),
		trackEmailLinkClicks: options.read('trackEmailLinkClicks', optionalBoolean),
	};
}
