import { personalizedText } from '../../parameters/emailText';
import type { ItemParameters } from '../../parameters/ItemParameters';
import { requiredListName } from '../../parameters/listNames';
import type { ListEmail } from '../../service';
import { bodyFormat } from './contentFields';
import { delivery } from './deliveryFields';
import { tracking } from './trackingOptions';

/** What an item of "Send to Contacts" and "Send to List" says of the email, but for its recipients. */
export function listEmail(parameters: ItemParameters): ListEmail {
	return {
		list: requiredListName(parameters.value('list'), 'List'),
		subject: personalizedText(parameters, 'subject', 'Subject'),
		body: personalizedText(parameters, 'body', 'Body'),
		bodyFormat: bodyFormat(parameters),
		...delivery(parameters),
		...tracking(parameters),
	};
}
