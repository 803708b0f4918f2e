import { customProperties } from '../../parameters/customProperties';
import { emailAddress } from '../../parameters/emailAddress';
import { collection, type ItemParameters } from '../../parameters/ItemParameters';
import { listNames } from '../../parameters/listNames';
import { optionalText } from '../../parameters/text';
import { optionalWebAddress } from '../../parameters/webAddress';
import type { ContactInput } from '../../service';

/** The contact that an item of create or upsert describes, as POST /contacts/create_many takes it. */
export function contactInput(
	parameters: ItemParameters,
	fields = collection(parameters, 'additionalFields'),
): ContactInput {
	return {
		email: emailAddress(parameters.value('email'), 'Email'),
		userId: optionalText(fields.userId, 'User ID'),
		avatarUrl: optionalWebAddress(fields.avatarUrl, 'Avatar URL'),
		name: optionalText(fields.name, 'Name'),
		languageCode: optionalText(fields.languageCode, 'Language Code'),
		subscribedToLists: listNames(fields.subscribedToLists, 'Subscribed to Lists'),
		customProperties: customProperties(parameters.value('customProperties'), 'Custom Properties'),
	};
}
