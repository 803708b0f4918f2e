import { Liquid } from 'liquidjs';
import { Refusal } from '../Refusal';
import { returnedFields } from '../store/ownFields';
import type { Company, StoredContact } from '../store/Store';

/** Templates come from clients, so they can't read files or keep the process busy. */
const limits = { templates: {}, ownPropertyOnly: true, renderLimit: 1000, memoryLimit: 1e7 };
const subjectEngine = new Liquid({ ...limits, strictFilters: true });
const bodyEngine = new Liquid({ ...limits, strictFilters: true, outputEscape: 'escape' });

interface Recipient {
	contact: StoredContact;
	/** Null for the list that nobody can leave. */
	unsubscribeURL: string | null;
}

/**
 * Reads the tags of an email once, to fill them in for many contacts. In bodies, values are escaped for
 * HTML, which Markdown may contain.
 * @throws Refusal 400, also when filling in, for templates that cannot be read
 */
export function fillTags(
	email: { subject: string; body: string },
	company: Company,
): (recipient: Recipient) => { subject: string; body: string } {
	const subject = template(subjectEngine, 'subject', email.subject);
	const body = template(bodyEngine, 'body', email.body);
	return (recipient) => {
		const values = tagValues(recipient, company);
		return { subject: subject(values), body: body(values) };
	};
}

function template(engine: Liquid, field: string, text: string): (values: object) => string {
	const parsed = orRefuse(field, () => engine.parse(text));
	return (values) => orRefuse(field, () => String(engine.renderSync(parsed, values)));
}

function orRefuse<T>(field: string, action: () => T) {
	try {
		return action();
	} catch (error) {
		throw new Refusal(400, `${field}: ${(error as Error).message}`);
	}
}

/**
 * Values of the tags that the service's documentation names, in "Email personalization". They win over custom properties of the
 * same name.
 */
function tagValues({ contact, unsubscribeURL }: Recipient, company: Company) {
	const { email, customProperties } = contact;
	const [firstName, ...otherNames] = contact.name?.trim().split(/\s+/) ?? [];
	return {
		...customProperties,
		customProperties,
		email,
		...returnedFields(contact),
		firstName,
		lastName: otherNames.join(' '),
		companyName: company.name,
		companyAddress: company.address,
		unsubscribeURL,
	};
}
