import { mostInASecond } from '../../sandbox/traffic/mostInASecond';
import { publishInN8n } from '../../tools/runInN8n';
import { parametersOf } from '../support/operations';
import { useDemo } from '../support/useDemo';

/** As many as a busy form brings in a moment. MAILROOM_BURST sets another number, to measure. */
const EXECUTIONS = Number(process.env.MAILROOM_BURST ?? 300);

jest.setTimeout(EXECUTIONS * 1_000);

const demo = useDemo();

test('hundreds of executions that begin at once keep to the limit together', async () => {
	const { sandbox } = demo.get();
	const parameters = parametersOf('email sendTransactional');
	const { call } = await publishInN8n(demo.get(), { parameters });
	await call([{ email: 'first@example.com', text: 'Hello' }]);
	sandbox.reset();
	if (process.env.NOLIMIT) sandbox.settings.limit = 0;
	const people = Array.from({ length: EXECUTIONS }, (_, index) => `reader${index}@example.com`);
	const answers = await Promise.all(
		people.map(async (email) => await call([{ email, text: 'Hello' }])),
	);
	const arrivals = sandbox.journal.map(({ at }) => at);
	const most = mostInASecond(arrivals);
	const throttled = sandbox.journal.filter(({ status }) => status === 429).length;
	const seconds = (arrivals[arrivals.length - 1] - arrivals[0]) / 1000;
	let least = Infinity;
	for (let i = 10; i < arrivals.length; i++)
		least = Math.min(least, arrivals[i] - arrivals[i - 10]);
	process.stderr.write(`${JSON.stringify({ throttled, most, seconds, least })}\n`);

	expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
	expect(sandbox.store.mails.map(({ to }) => to).sort()).toEqual([...people].sort());
	expect(most).toBeLessThanOrEqual(11);
	expect(throttled).toBeLessThanOrEqual(2);
});
