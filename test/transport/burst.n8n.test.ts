import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mostInASecond } from '../../sandbox/traffic/mostInASecond';
import { publishInN8n } from '../../tools/n8n/runInN8n';
import { parametersOf } from '../support/operations';
import { useOwnDemo } from '../support/useOwnDemo';

/** As many as a form gets in a moment after a newsletter. Of many more, a busy n8n refuses some, as its SQLite has one writer. */
const EXECUTIONS = 300;
const LIMIT = 10;
const departuresFile = join(tmpdir(), `mailroom-departures-${randomUUID()}`);

jest.setTimeout(180_000);

const demo = useOwnDemo({
	only: [],
	env: {
		NODE_OPTIONS: `--require ${join(__dirname, 'departures.ts')}`,
		DEPARTURES_FILE: departuresFile,
	},
});

afterAll(async () => await rm(departuresFile, { force: true }));

/** When n8n handed its requests for the service to the network, in ms. */
async function departures() {
	const { host } = new URL(demo.get().sandbox.url);
	const lines = (await readFile(departuresFile, 'utf8')).trim().split('\n');
	return lines
		.map((line) => line.split(' '))
		.filter(([, to]) => to === host)
		.map(([at]) => Number(at));
}

test('hundreds of executions that begin at once keep to the limit together', async () => {
	const { sandbox } = demo.get();
	const parameters = parametersOf('email sendTransactional');
	const settings = { saveDataSuccessExecution: 'none' };
	const { call } = await publishInN8n(demo.get(), { parameters, settings });
	const people = Array.from({ length: EXECUTIONS }, (_, index) => `reader${index}@example.com`);
	const answers = await Promise.all(
		people.map(async (email) => await call([{ email, text: 'Hello' }])),
	);

	expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
	expect(sandbox.store.mails.map(({ to }) => to).sort()).toEqual([...people].sort());
	const left = await departures();
	expect(left).toHaveLength(sandbox.journal.length);
	expect(mostInASecond(left)).toBeLessThanOrEqual(LIMIT);
});
