import { firstOf, InvalidParameter } from './InvalidParameter';
import { misspelledTags, tagsIn } from './tags';

export const ALLOW_ANY_TAG = 'Allow Any Tag';

const USE_VALUES = 'Set the field to Expression and use a value such as {{ $json.name }}';
const WHERE_ALLOWED = `Correct it. If a custom property has that name, turn on "${ALLOW_ANY_TAG}"`;

/** For an email in which the service fills in no tags. */
export function assertNoTags(entered: unknown, label: string, advice = USE_VALUES): void {
	const tags = typeof entered === 'string' ? [...new Set(tagsIn(entered))] : [];
	if (tags.length === 0) return;
	const problem = `contains the personalization tag ${firstOf(tags)}, which the service does not fill in here`;
	throw new InvalidParameter(label, problem, advice);
}

export function assertNoMisspelledTags(text: string, label: string, advice = WHERE_ALLOWED): void {
	const tags = misspelledTags(text);
	if (tags.length === 0) return;
	const named = tags.map((tag) => `{{${tag.name}}} (meant: {{${tag.suggestion}}}?)`);
	throw new InvalidParameter(label, `contains a misspelled tag: ${firstOf(named)}`, advice);
}
