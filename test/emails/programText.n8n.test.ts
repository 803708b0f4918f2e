import { runInN8n } from '../../tools/n8n/runInN8n';
import { useDemo } from '../support/useDemo';

const demo = useDemo();

const email = { resource: 'email', operation: 'sendTransactional', to: 'ada@example.com' };
const items = [{ name: 'Ada', address: { city: 'Oslo' } }];

// n8n evaluates expressions elsewhere than the engine of the other tests does.
test.each([
	['=Your course on {{Date}}', 'which is a name of JavaScript or n8n'],
	['=Takes {{ Duration }}', 'which is a name of JavaScript or n8n'],
	['=Hi {{ $json.name.toUpperCase }}', 'gives a function instead of text'],
	['=On {{ $now.toISO }}', 'gives a function instead of text'],
	['=In {{ $json.address }}', 'gives an object instead of text'],
	['=Total {{ $json.name * 2 }} euros', 'gives no number'],
	['=On {{ DateTime.fromISO("never") }}', 'contains an invalid date'],
	['=Hi {{ $json.name }} }}', 'contains }} without {{'],
	['=Hi {{Favorite Bread}}', "Names of tags can't have blanks"],
])('sends no program text as a subject: %s', async (subject, problem) => {
	const parameters = { ...email, subject, body: 'Hello' };
	const run = { parameters, items, onError: 'continueRegularOutput' as const };
	const { items: output } = await runInN8n(demo.get(), run);

	expect(output.map(({ out }) => out)).toEqual([{ error: expect.stringContaining(problem) }]);
	expect(demo.get().sandbox.journal).toEqual([]);
});
