import type { Form } from '../../parameters/Form';
import { requiredListName } from '../../parameters/listNames';
import type { ListEmail } from '../../service';
import { readPersonalized } from './content';
import { readDelivery } from './delivery';
import { readAllowAnyTag, readTracking } from './emailOptions';

/** Reads the email of an item of "Send to Contacts" and "Send to List", but for its recipients. */
export function readListEmail(form: Form): ListEmail {
	const options = form.inside('options');
	return {
		list: form.read('list', requiredListName),
		...readPersonalized(form, readAllowAnyTag(options)),
		...readDelivery(form),
		...readTracking(options),
	};
}
