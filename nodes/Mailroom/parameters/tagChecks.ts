import { InvalidParameter } from './InvalidParameter';
import { misspelledTags } from './misspelledTags';
import { tagsIn } from './personalizationTags';

/** The option that lets tags through that are an error without it. */
export const ALLOW_ANY_TAG = 'Allow Any Tag';

/** An error is read at a glance. */
const MAX_NAMED = 5;

const USE_VALUES =
	'Set the field to Expression and use a value of the item instead, such as {{ $json.name }}';

/**
 * Refuses tags, in a fixed text or in an expression, of an email in which the service fills in none.
 *
 * @param entered content of the field
 */
export function assertNoTags(entered: unknown, label: string, advice = USE_VALUES): void {
	const tags = typeof entered === 'string' ? [...new Set(tagsIn(entered))] : [];
	if (tags.length === 0) return;
	throw new InvalidParameter(
		label,
		`contains the personalization tag ${firstOf(tags)}, which the service does not fill in here`,
		advice,
	);
}

const WHERE_ALLOWED = `Correct it; or, if a custom property has that name, turn on the option "${ALLOW_ANY_TAG}"`;

/** Refuses tags that are nearly one that the service fills in, wherever in the text of an email they come from. */
export function assertNoMisspelledTags(text: string, label: string, advice = WHERE_ALLOWED): void {
	const tags = misspelledTags(text);
	if (tags.length === 0) return;
	const named = tags.map((tag) => `{{${tag.name}}} (meant: {{${tag.suggestion}}}?)`);
	throw new InvalidParameter(
		label,
		`contains a tag that is nearly one of the service's: ${firstOf(named)}`,
		advice,
	);
}

/** The checks of an email that the service does not personalize. */
export function assertPlainText(sent: string, label: string, entered: unknown): void {
	const otherWays = `${USE_VALUES}, or choose the operation "Send to Contacts". To send it as typed, turn on the option "${ALLOW_ANY_TAG}"`;
	assertNoTags(entered, label, otherWays);
	// A tag in a value of an item may be text, unless it is nearly one of the service's.
	assertNoMisspelledTags(sent, label);
}

/** At most five tags, for a message. */
export function firstOf(tags: string[]): string {
	const more = tags.length - MAX_NAMED;
	const names = tags.slice(0, MAX_NAMED).join(', ');
	return more > 0 ? `${names} and ${more} more` : names;
}
