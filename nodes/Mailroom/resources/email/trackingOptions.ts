import type { INodeProperties } from 'n8n-workflow';
import { optionalBoolean } from '../../parameters/boolean';
import { collection, type ItemParameters } from '../../parameters/ItemParameters';
import type { EmailContent } from '../../service';

const PROJECT_SETTING = 'When this option is not added, the setting of your project applies';

/** The collection "Options" of a send operation; the tracking switches come after the operation's own options. */
export function optionsField(
	show: NonNullable<INodeProperties['displayOptions']>['show'],
	ownOptions: INodeProperties[] = [],
): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show },
		options: [
			...ownOptions,
			{
				displayName: 'Track Email Link Clicks',
				name: 'trackEmailLinkClicks',
				type: 'boolean',
				default: true,
				description: `Whether the service records clicks on links in this email. ${PROJECT_SETTING}.`,
			},
			{
				displayName: 'Track Email Opens',
				name: 'trackEmailOpens',
				type: 'boolean',
				default: true,
				description: `Whether the service records when this email is opened. ${PROJECT_SETTING}.`,
			},
		],
	};
}

/** The tracking switches that were added; the others are not sent. */
export function tracking(
	parameters: ItemParameters,
): Pick<EmailContent, 'trackEmailOpens' | 'trackEmailLinkClicks'> {
	const options = collection(parameters, 'options');
	return {
		trackEmailOpens: optionalBoolean(options.trackEmailOpens, 'Track Email Opens'),
		trackEmailLinkClicks: optionalBoolean(options.trackEmailLinkClicks, 'Track Email Link Clicks'),
	};
}
