import type { Field } from '../../parameters/Field';
import type { ItemParameters } from '../../parameters/ItemParameters';
import type { ListEmail } from '../../service';
import { personalizedContent } from './content';
import { delivery } from './delivery';
import { tracking, type Tracking } from './optionsField';

/** Reads the email of an item of "Send to Contacts" and "Send to List", but for its recipients. */
export function listEmail(
	parameters: ItemParameters,
	list: Field<string>,
	options: Tracking & { allowAnyTag: boolean },
): ListEmail {
	return {
		list: list.read(parameters),
		...personalizedContent.read(parameters, options.allowAnyTag),
		...delivery.read(parameters),
		...tracking(options),
	};
}
