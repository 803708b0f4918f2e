import { DateTime } from 'luxon';
import type { AcceptedUnit } from '../../run/Operation';
import { grouped } from '../../grouped';
import { firstOf, shown } from '../../wording';
import { SEND_ONCE_KEY, type WithSendOnce } from '../../neverTwice/key/options';
import type { Newsletter } from '../../neverTwice/newsletter/Newsletter';
import type { ListEmail } from '../../service';
import { isSameTime, sendAtOf } from './listEmail';

export interface ListNewsletter extends WithSendOnce {
	email: ListEmail;
	newsletter: Newsletter;
	/** See `subscribersWhenChosen`. */
	subscribers: string | undefined;
	timezone: string;
}

type SentUnit = AcceptedUnit<ListNewsletter>;

/** Tells to whom and when newsletters go, since they can't be taken back. */
export function sentHint(accepted: SentUnit[]): string {
	const lists = [...grouped(accepted, ({ values }) => values.email.list).values()];
	const where =
		lists.length === 1
			? `the list ${listShown(lists[0][0].values)}`
			: `${lists.length} lists: ${firstOf(lists.map(([{ values }]) => shown(values.email.list)))}`;
	const [one, ...others] = grouped(accepted, ({ values }) => values.newsletter.digest).values();
	const time = timeShown(one[0]);
	const isOneTime = others.every(([other]) => timeShown(other) === time);
	const isSentAgain = accepted.some(({ values }) => !values.sendOnce);
	const again = `, and another execution sends it again. To prevent that, add a ${SEND_ONCE_KEY}`;
	return `${isOneTime ? time : 'Sent or scheduled'} to ${where}. It can't be taken back${isSentAgain ? again : ''}.`;
}

function listShown({ email: { list }, subscribers }: ListNewsletter): string {
	return subscribers === undefined
		? shown(list)
		: `${shown(list)} (${subscribers}, when it was chosen)`;
}

/** Items that ask for one email at different times share a send. */
export function timesDifferHint(accepted: SentUnit[]): string[] {
	const differ = [...grouped(accepted, ({ values }) => values.newsletter.digest).values()].some(
		([first, ...others]) =>
			others.some(({ values }) => !isSameTime(first.values.email, values.email)),
	);
	if (!differ) return [];
	return [
		'Some items contain the same email with different delivery times. The time of the first one counts.',
	];
}

/** Such as "Scheduled for 1 December 2026, 16:00 (Europe/Berlin),". */
function timeShown({ values: { email, timezone }, at }: SentUnit): string {
	const { sendAt } = sendAtOf(email, at, timezone);
	if (sendAt === undefined) return 'Sent';
	const time = DateTime.fromISO(sendAt, { zone: timezone }).toFormat('d LLLL yyyy, HH:mm', {
		locale: 'en',
	});
	return `Scheduled for ${time} (${timezone}),`;
}
