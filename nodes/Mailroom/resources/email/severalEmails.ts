import type { Call, Piece } from '../../execution/ItemRun';
import { oneOf } from '../../parameters/choice';
import { field } from '../../parameters/Field';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { isEmpty } from '../../parameters/text';
import type { ListEmail } from '../../service';
import { shareSameEmail } from './sameEmail';

const choice = oneOf('fail', 'sendDifferent', 'sendAll');

export type SeveralEmails = ReturnType<typeof choice>;

/** What to do with items that ask for several emails to one list. */
export const severalEmails = field(
	{
		displayName: 'Several Emails',
		name: 'severalEmails',
		type: 'options',
		options: [
			{
				name: 'Fail',
				value: 'fail',
				description: 'Send the same email once; different ones are an error, and none is sent',
			},
			{
				name: 'Send All',
				value: 'sendAll',
				description: 'Send an email for each item, also the same one again',
			},
			{
				name: 'Send Different',
				value: 'sendDifferent',
				description: 'Send each different email once',
			},
		],
		default: 'fail',
		description:
			'What to do when several input items go to the same list, where everybody gets each of their emails',
	},
	(value, label) => (isEmpty(value) ? 'fail' : choice(value, label)),
);

interface Newsletter {
	email: ListEmail;
	severalEmails: SeveralEmails;
	testRecipient: string | undefined;
}

/**
 * Refuses different emails to the same list. What an earlier try has sent counts, too. A test is no newsletter, as its contact
 * is the only one who gets it.
 */
export function refuseSeveralEmails<Ask extends Newsletter>(
	pieces: Array<Piece<Ask>>,
): Map<Piece<Ask>, InvalidParameter> {
	const newsletters = pieces.filter(({ ask }) => ask.testRecipient === undefined);
	const ofLists = new Map<string, Array<Call<Ask>>>();
	for (const call of shareSameEmail<Ask>(({ email }) => ({ email }))(newsletters)) {
		const { list } = call[0].ask.email;
		const calls = ofLists.get(list);
		if (calls) calls.push(call);
		else ofLists.set(list, [call]);
	}
	const refused = new Map<Piece<Ask>, InvalidParameter>();
	for (const [list, calls] of ofLists) {
		const toList = calls.flat();
		if (calls.length === 1 || toList.every(({ ask }) => ask.severalEmails !== 'fail')) continue;
		const error = tooMany(list, calls.length);
		for (const piece of toList) refused.set(piece, error);
	}
	return refused;
}

function tooMany(list: string, count: number): InvalidParameter {
	return new InvalidParameter(
		'List',
		`"${list}" would get ${count.toLocaleString('en-US')} different emails from the items of this run, and everybody on it each of them. To greet everybody by name, use tags such as {{firstName}} instead of values of the items; to write to single contacts, choose the operation "Send to Contacts". If everybody is to get them all, choose "Send Different" in the option "${severalEmails.property.displayName}"`,
	);
}
