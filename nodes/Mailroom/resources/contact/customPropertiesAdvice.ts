import { numberMeantBy } from '../../parameters/number';
import { firstOf, shown, shownBare } from '../../wording';
import type { ContactInput, CustomPropertyValue } from '../../service';

const MAX_LISTED_PROPERTIES = 30;

/** Rule of the service: "Each property must first be defined in the dashboard." */
export function customPropertiesAdvice(
	contacts: Array<Pick<ContactInput, 'customProperties'>>,
): string | undefined {
	if (!contacts.some(({ customProperties }) => customProperties)) return undefined;
	const rule =
		"Custom properties must be defined in the service's dashboard with the same name and type, including capitals.";
	// A service that names the first unknown property only would cost a try for each.
	return contacts.length === 1
		? `${rule} This contact has ${describeProperties(contacts[0])}.`
		: rule;
}

function describeProperties({
	customProperties = {},
}: Pick<ContactInput, 'customProperties'>): string {
	const listed = Object.entries(customProperties).map(
		([name, value]) => `${shownBare(name)}: ${describeValue(value)}`,
	);
	return firstOf(listed, MAX_LISTED_PROPERTIES);
}

/** A text that looks like a number is told apart, as the type of the property counts. */
function describeValue(value: CustomPropertyValue): string {
	if (value === null) return 'removed';
	if (typeof value === 'number') return String(value);
	const number = numberMeantBy(value);
	if (number === undefined) return shown(value);
	return number === value
		? `${shown(value)} (text)`
		: `${shown(value)} (text; for a number, write ${number})`;
}
