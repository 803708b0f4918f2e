import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import axios from 'axios';
import { submitForm } from '../../demo/submitForm';
import { repositoryFolder } from '../../tools/folders';
import type { WorkflowInput } from '../../tools/n8n/N8nClient';
import { MAILROOM } from '../../tools/n8n/runInN8n';
import { waitUntil } from '../../tools/process/waitUntil';
import { linksIn } from '../support/linksIn';
import { useDemo } from '../support/useDemo';

// n8n looks about once a minute for time limits that are over.

jest.setTimeout(420_000);

const demo = useDemo();

const WAIT_MS = 180_000;

const LINUS = 'linus@example.com';
const GRACE = 'grace@example.com';
const JOAN = 'joan@example.com';

const options = { proxy: false as const, validateStatus: () => true };

/** Publishes a copy of a template, whose form needs no login. */
const publish = async (file: string, limitMinutes?: number) => {
	const { client, credential, n8n } = demo.get();
	const text = await readFile(join(repositoryFolder, 'examples', `${file}.json`), 'utf8');
	const path = `${file}-${Date.now()}-${Math.random()}`;
	const template: WorkflowInput = JSON.parse(
		text
			.replace('"authentication": "basicAuth",', '')
			.replace(`"path": "${file}"`, `"path": "${path}"`)
			.replaceAll(
				/"resumeAmount": \d+,\s*"resumeUnit": "days"/g,
				limitMinutes === undefined
					? '$&'
					: `"resumeAmount": ${limitMinutes}, "resumeUnit": "minutes"`,
			),
	);
	for (const node of template.nodes) {
		if (node.type === MAILROOM.type) node.credentials = { mailroomApi: credential };
	}
	const workflow = await client.createWorkflow({ ...template, name: path });
	await client.activate(workflow);
	return async (What: string) =>
		await submitForm(`${n8n.url}/form/${path}`, {
			...{ What, Reason: 'It is needed', 'Your address': LINUS },
		});
};

const mailsAbout = (what: string) =>
	demo.get().sandbox.store.mails.filter(({ subject }) => String(subject).endsWith(what));

/** Waits for the emails about a request. */
const mailsOf = async (what: string, count: number) => {
	const isThere = async () => mailsAbout(what).length >= count;
	await waitUntil(isThere, { limitMs: WAIT_MS, what: `${count} emails about "${what}"` });
	return mailsAbout(what);
};

const respond = async (html: string, label: 'Approve' | 'Decline') => {
	const url = String(linksIn(html).find((link) => link.label === label)?.url);
	// The email may be read before n8n has saved that the execution waits.
	const isThere = async () => (await axios.get(url, options)).status === 200;
	await waitUntil(isThere, { limitMs: 30_000, what: 'the page is there' });
	const { data } = await axios.post<string>(url, '', options);
	expect(data).toContain('Your response is recorded');
};

const told = (what: string) => mailsAbout(what).map(({ to, subject }) => [to, subject]);

test('a reminder, then a deputy: each request is asked three times at most', async () => {
	const [request, requestQuickly] = [
		await publish('approval-with-reminder', 0.3),
		await publish('approval-with-reminder', 0.03),
	];
	const [atOnce, reminded, byDeputy, never] = ['Laptop', 'Desk', 'Lamp', 'Chair'];
	for (const what of [atOnce, reminded, byDeputy]) await request(what);
	await requestQuickly(never);

	await respond((await mailsOf(atOnce, 1))[0].body, 'Decline');
	await mailsOf(atOnce, 2);
	expect(told(atOnce)).toEqual([
		[GRACE, atOnce],
		[LINUS, `Not approved: ${atOnce}`],
	]);

	const afterReminder = async () => {
		const [first, reminder] = await mailsOf(reminded, 2);
		expect(reminder.body).toContain('The links in earlier emails no longer work.');
		await respond(reminder.body, 'Approve');
		expect((await axios.post(linksIn(first.body)[0].url, '', options)).status).not.toBe(401);
		const report = (await mailsOf(reminded, 3))[2];
		expect(told(reminded)).toEqual([
			[GRACE, reminded],
			[GRACE, `Reminder: ${reminded}`],
			[LINUS, `Approved: ${reminded}`],
		]);
		expect(report.body).toBe(`${GRACE} approved your request.`);
	};
	const afterDeputy = async () => {
		const asked = (await mailsOf(byDeputy, 4)).find(({ to }) => to === JOAN);
		await respond(String(asked?.body), 'Approve');
		const report = (await mailsOf(byDeputy, 5))[4];
		expect(told(byDeputy)).toEqual([
			[GRACE, byDeputy],
			...[GRACE, GRACE, JOAN].map((to) => [to, `Reminder: ${byDeputy}`]),
			[LINUS, `Approved: ${byDeputy}`],
		]);
		expect(report.body).toBe(`${JOAN} approved your request.`);
	};
	const afterNobody = async () => {
		const report = (await mailsOf(never, 5))[4];
		expect(told(never).at(-1)).toEqual([LINUS, `Not approved: ${never}`]);
		expect(report.body).toBe('Nobody responded.');
	};
	await Promise.all([afterReminder(), afterDeputy(), afterNobody()]);
});

describe('two approvals in a row', () => {
	let request: Awaited<ReturnType<typeof publish>>;

	beforeAll(async () => {
		request = await publish('two-approvals');
	});

	test('both must approve, and the second reads who was first', async () => {
		await request('Laptop');
		await respond((await mailsOf('Laptop', 1))[0].body, 'Approve');
		const [, second] = await mailsOf('Laptop', 2);
		expect(second.body).toContain(`Approved by ${GRACE}.`);
		await respond(second.body, 'Approve');
		const [, , report] = await mailsOf('Laptop', 3);
		expect(told('Laptop')).toEqual([
			[GRACE, 'Laptop'],
			[JOAN, 'Laptop'],
			[LINUS, 'Approved: Laptop'],
		]);
		expect(report.body).toBe(`${GRACE} and ${JOAN} approved your request.`);
	});

	test('after a decline of the first, the second is not asked', async () => {
		await request('Desk');
		await respond((await mailsOf('Desk', 1))[0].body, 'Decline');
		const [, report] = await mailsOf('Desk', 2);
		expect(told('Desk')).toEqual([
			[GRACE, 'Desk'],
			[LINUS, 'Not approved: Desk'],
		]);
		expect(report.body).toBe(`${GRACE} declined your request.`);
	});

	test('a decline of the second counts, too', async () => {
		await request('Lamp');
		await respond((await mailsOf('Lamp', 1))[0].body, 'Approve');
		await respond((await mailsOf('Lamp', 2))[1].body, 'Decline');
		const [, , report] = await mailsOf('Lamp', 3);
		expect(report.body).toBe(`${JOAN} declined your request.`);
	});

	test('if the second can not be asked, it is no approval', async () => {
		const endpoint = 'POST /email/transactional';
		demo.get().sandbox.faults.add({ endpoint, skip: 1, times: 1, status: 400 });
		await request('Chair');
		await respond((await mailsOf('Chair', 1))[0].body, 'Approve');
		const [, report] = await mailsOf('Chair', 2);
		expect(told('Chair')).toEqual([
			[GRACE, 'Chair'],
			[LINUS, 'Not approved: Chair'],
		]);
		expect(report.body).toContain('(status 400)');
	});
});
