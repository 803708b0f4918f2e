import { switchedOn } from '../../parameters/choice';
import { ALLOW_ANY_TAG } from '../../parameters/emailText';
import { collectionField, field, type Field, switchField } from '../../parameters/Field';
import type { EmailContent } from '../../service';
import { sendOnceHistory, sendOnceInDoubt, sendOnceKey } from './sendOnceOptions';

export type Tracking = Pick<EmailContent, 'trackEmailOpens' | 'trackEmailLinkClicks'>;

const PROJECT_SETTING = 'When this option is not added, the setting of your project applies';

export const trackEmailLinkClicks = switchField(
	{
		displayName: 'Track Email Link Clicks',
		name: 'trackEmailLinkClicks',
		description: `Whether the service records clicks on links in this email. ${PROJECT_SETTING}.`,
	},
	true,
);

export const trackEmailOpens = switchField(
	{
		displayName: 'Track Email Opens',
		name: 'trackEmailOpens',
		description: `Whether the service records when this email is opened. ${PROJECT_SETTING}.`,
	},
	true,
);

const allowAnyTag = field(
	{
		displayName: ALLOW_ANY_TAG,
		name: 'allowAnyTag',
		type: 'boolean',
		default: false,
		description:
			'Whether to send tags as typed that are an error otherwise: those that are nearly a tag of the service, such as {{first_name}} or a custom property {{mail}}, and all tags in a transactional email, where the service fills in none',
	},
	switchedOn,
);

/**
 * The collection "Options" of a send operation: those that all of them have, and the operation's own.
 *
 * @param exampleKey a Send Once Key for such an email
 */
export function optionsField<Own extends Field[]>(exampleKey: string, ...own: Own) {
	return collectionField({ displayName: 'Options', name: 'options', placeholder: 'Add Option' }, [
		allowAnyTag,
		sendOnceHistory,
		sendOnceInDoubt,
		sendOnceKey(exampleKey),
		trackEmailLinkClicks,
		trackEmailOpens,
		...own,
	]);
}

/** The part of the options that is sent. A switch that was not added is not. */
export function tracking({ trackEmailOpens, trackEmailLinkClicks }: Tracking): Tracking {
	return { trackEmailOpens, trackEmailLinkClicks };
}
