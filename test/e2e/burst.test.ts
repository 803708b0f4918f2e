import { mostInASecond } from '../../sandbox/traffic/mostInASecond';
import { publishInN8n } from '../../tools/runInN8n';
import { parametersOf } from '../support/operations';
import { useOwnDemo } from './useOwnDemo';

/** As many as a form gets in a moment after a newsletter. */
const EXECUTIONS = 300;
/** One more than the limit: what is under way in a busy moment may meet what follows. */
const MOST_IN_A_SECOND = 11;

jest.setTimeout(180_000);

const demo = useOwnDemo({ only: [] });

test('hundreds of executions that begin at once keep to the limit together', async () => {
	const { sandbox } = demo.get();
	const parameters = parametersOf('email sendTransactional');
	const { call } = await publishInN8n(demo.get(), { parameters });
	const people = Array.from({ length: EXECUTIONS }, (_, index) => `reader${index}@example.com`);
	const answers = await Promise.all(
		people.map(async (email) => await call([{ email, text: 'Hello' }])),
	);

	expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
	expect(sandbox.store.mails.map(({ to }) => to).sort()).toEqual([...people].sort());
	expect(mostInASecond(sandbox.journal.map(({ at }) => at))).toBeLessThanOrEqual(MOST_IN_A_SECOND);
	const throttled = sandbox.journal.filter(({ status }) => status === 429);
	expect(throttled.length).toBeLessThanOrEqual(2);
});
