import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { retry, runOn, textOf } from '../support/engine/runNode';
import { linksIn } from '../support/linksIn';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();

const question = {
	...{ resource: 'email', operation: 'sendAndWait' },
	...{ subject: 'A refund', message: 'May it be refunded?' },
};

const ADA = 'ada@example.com';
const GRACE = 'grace@example.com';
const JOAN = 'joan@example.com';

const ask = async (to: string, parameters: INodeParameters = {}, options: object = {}) =>
	await runOn(service)({ ...question, to, ...parameters }, [{ list: [ADA, GRACE] }], options);

const asked = () =>
	service.received.map(({ body }) => {
		const { to, body: html } = body as { to: string; body: string };
		return { to, html, links: linksIn(html).map(({ url }) => new URL(url)) };
	});

const stored = ({ result }: Awaited<ReturnType<typeof ask>>): IDataObject =>
	JSON.parse(String(result.data.executionData?.contextData['node:Mailroom'].question));

/** @param faults of the next emails, in order; `undefined` lets one pass */
const fail = (...faults: Array<{ status?: number; drop?: 'after' } | undefined>) => {
	for (const [skip, fault] of faults.entries()) {
		const skipped = faults.slice(0, skip).filter((one) => !one).length;
		const endpoint = 'POST /email/transactional';
		if (fault) service.sandbox.faults.add({ endpoint, skip: skipped, ...fault });
	}
};

const REJECTED = { status: 400 };
const IN_DOUBT = { drop: 'after' } as const;

describe('each of several people gets an email', () => {
	const names = `${ADA}\nDoe, Joe <${GRACE}>, "Joan" <${JOAN}>`;

	test.each([
		[`${ADA}, ${GRACE}`, [ADA, GRACE]],
		[`${ADA}\n${GRACE}\r\n,`, [ADA, GRACE]],
		['={{ $json.list }}', [ADA, GRACE]],
		[`["${ADA}", "${GRACE}"]`, [ADA, GRACE]],
		[`=${names}`, [ADA, `Doe, Joe <${GRACE}>`, `"Joan" <${JOAN}>`]],
		[`${ADA}, Ada <ADA@Example.com>, ada@EXAMPLE.com`, [ADA]],
		['joe@bücher.example, joe@xn--bcher-kva.example', ['joe@bücher.example']],
	])('%j', async (to, people) => {
		const { result, error } = await ask(to);
		expect(error).toBeUndefined();
		expect(result.status).toBe('waiting');
		expect(asked().map((email) => email.to)).toEqual(people);
	});

	test.each(['approval', 'approvalWithText', 'freeText'])(
		'with links of their own, which contain no address: %s',
		async (responseType) => {
			const waiting = await ask(`${ADA}, Grace <${GRACE}>`, { responseType });
			const emails = asked();
			expect(
				emails.map(({ links }) => links.map((link) => link.searchParams.get('person'))),
			).toEqual(
				responseType === 'approval'
					? [
							['0', '0'],
							['1', '1'],
						]
					: [['0'], ['1']],
			);
			const links = emails.flatMap((email) => email.links);
			const signatures = links.map((link) => link.searchParams.get('signature'));
			expect(new Set(signatures).size).toBe(links.length);
			for (const { href } of links) expect(decodeURIComponent(href)).not.toMatch(/@|grace/i);
			expect(stored(waiting)).toMatchObject({ people: [ADA, GRACE], notReached: [] });
		},
	);

	test.each([
		[ADA, undefined],
		[`${ADA}, ${GRACE}`, '1 other person was asked, too, and the first response counts.'],
		[`${ADA}, ${GRACE}, ${JOAN}`, '2 other people were asked, too, and the first response counts.'],
	])('that says how many others are asked: %s', async (to, text) => {
		await ask(to);
		for (const { html } of asked()) {
			if (text) expect(html).toContain(`<p>${text}</p>`);
			else expect(html).not.toContain('asked, too');
		}
	});
});

test('the email says until when to respond, in the timezone of the workflow', async () => {
	const values = { limitType: 'atSpecifiedTime', maxDateAndTime: '2099-12-01T10:00:59' };
	await ask(ADA, { options: { limitWaitTime: { values } } }, { timezone: 'Asia/Tokyo' });
	await ask(ADA);
	const [{ html }, withoutLimit] = asked();
	expect(html).toContain('<p>Please respond by Tuesday, December 1, 2099 at 10:00 AM GMT+9.</p>');
	expect(withoutLimit.html).not.toContain('Please respond by');
});

describe('nobody is asked', () => {
	const eleven = Array.from({ length: 11 }, (_, index) => `p${index}@example.com`).join();

	test.each([
		[eleven, '"To" has 11 addresses, more than 10'],
		[`${ADA}, nobody`, '"To" isn\'t an email address: "nobody"'],
		[`ada, ${GRACE}`, '"To" isn\'t an email address'],
		[`=${ADA}\nBcc: ${GRACE}`, '"To" isn\'t an email address'],
		[`${ADA}; ${GRACE}`, '"To" isn\'t an email address'],
		['={{ [] }}', '"To" is empty'],
		['={{ ", ," }}', '"To" is empty'],
	])('with %j', async (to, problem) => {
		const { error, result } = await ask(to);
		expect(error?.message).toContain(problem);
		expect(result.waitTill).toBeUndefined();
		expect(service.received).toEqual([]);
	});
});

describe('of several emails', () => {
	test('one accepted is enough, and the others are named', async () => {
		fail(undefined, REJECTED);
		const waiting = await ask(`Ada <${ADA}>, Grace <${GRACE}>, ${JOAN}`, {}, { node: retry });
		expect(waiting.result.status).toBe('waiting');
		expect(waiting.tries).toHaveLength(1);
		expect(asked()).toHaveLength(3);
		expect(stored(waiting)).toMatchObject({ notReached: [GRACE] });
	});

	test('one in doubt may have arrived, so it is not named', async () => {
		fail(undefined, IN_DOUBT);
		const waiting = await ask(`${ADA}, ${GRACE}`);
		expect(waiting.result.status).toBe('waiting');
		expect(stored(waiting)).toMatchObject({ people: [ADA, GRACE], notReached: [] });
	});

	test('none accepted fails, in doubt if one is, and nobody is mailed again', async () => {
		fail(REJECTED, IN_DOUBT);
		const { error, result, tries } = await ask(`${ADA}, ${GRACE}`, {}, { node: retry });
		expect(textOf(error)).toMatch(/may or may not have been sent.*for grace@example\.com/);
		expect(textOf(error)).not.toContain(ADA);
		expect(result.waitTill).toBeUndefined();
		expect(tries).toHaveLength(retry.maxTries);
		expect(asked()).toHaveLength(2);
	});

	test('none accepted and all rejected fails, and is tried again', async () => {
		fail(...Array.from({ length: 2 * retry.maxTries }, () => REJECTED));
		const { error, result } = await ask(`${ADA}, ${GRACE}`, {}, { node: retry });
		expect(textOf(error)).toMatch(/status 400.*for ada@example\.com, grace@example\.com/);
		expect(result.waitTill).toBeUndefined();
		expect(asked()).toHaveLength(2 * retry.maxTries);
	});

	test('ten leave within the limit, in order', async () => {
		const people = Array.from({ length: 10 }, (_, index) => `p${index}@example.com`);
		const { result } = await ask(people.join());
		expect(result.status).toBe('waiting');
		expect(asked().map(({ to }) => to)).toEqual(people);
	});
});
