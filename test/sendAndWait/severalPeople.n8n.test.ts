import axios from 'axios';
import { askInN8n } from '../support/askInN8n';
import { linksIn } from '../support/linksIn';
import { useDemo } from '../support/useDemo';
import { nodeOutput } from '../../tools/n8n/nodeOutput';

jest.setTimeout(240_000);

const demo = useDemo();

const ADA = 'Ada@example.com';
const GRACE = 'grace@example.com';

const options = { validateStatus: () => true, proxy: false as const };

/** Asks two people, and returns the addresses of their pages. */
const ask = async (parameters: object = {}) => {
	const to = `Ada <${ADA}>, ${GRACE}`;
	const { id, status } = await askInN8n(demo.get(), { to, ...parameters });
	expect(status).toBe('waiting');
	const { mails } = demo.get().sandbox.store;
	const pages = mails.map((mail) => linksIn(mail.body).map(({ url }) => url));
	return { id, pages };
};

const outputOf = async (id: string) => nodeOutput(await demo.get().client.finished(id), 'Mailroom');

const respondedAt = expect.any(String);

test.each([
	['approval', '', { approved: true }],
	['approvalWithText', 'approved=true&text=Yes', { approved: true, text: 'Yes' }],
	['freeText', 'text=Yes', { text: 'Yes' }],
])(
	'the first response decides, and tells whose link it was: %s',
	async (responseType, body, data) => {
		const { id, pages } = await ask({ responseType });
		expect(pages).toHaveLength(2);
		for (const [index, [url]] of pages.entries()) {
			const { data: page } = await axios.get<string>(url, options);
			expect(page).toContain(`This page is for ${[ADA, GRACE][index]}.`);
			expect(page).toContain('1 other person was asked');
		}
		const [[ofAda], [ofGrace]] = pages;
		const reply = await axios.post<string>(ofGrace, body, options);
		expect(reply.data).toContain('Your response is recorded');
		expect(reply.data).toContain(GRACE);
		expect(await outputOf(id)).toEqual([{ data: { ...data, respondedAt, respondedBy: GRACE } }]);
		for (const url of [ofAda, ofGrace]) {
			expect((await axios.post<string>(url, body, options)).data).toContain('No action required');
		}
		expect(await outputOf(id)).toMatchObject([{ data: { respondedBy: GRACE } }]);
	},
);

test("nobody can make another's link from theirs", async () => {
	const { id, pages } = await ask();
	const [[ofAda], [ofGrace]] = pages.map((links) => links.map((url) => new URL(url)));
	const forged = ['0', '2', '-1', '', 'length', '__proto__'].map((person) => {
		const link = new URL(ofGrace);
		link.searchParams.set('person', person);
		return link;
	});
	const [without, doubled, ofAnother] = [ofGrace, ofGrace, ofAda].map((link) => new URL(link));
	without.searchParams.delete('person');
	doubled.searchParams.append('person', '0');
	ofAnother.searchParams.set('signature', String(ofGrace.searchParams.get('signature')));
	for (const { href } of [...forged, without, doubled, ofAnother]) {
		for (const method of ['GET', 'POST']) {
			expect((await axios.request({ url: href, method, ...options })).status).toBe(401);
		}
	}
	expect((await demo.get().client.execution(id)).status).toBe('waiting');
});

test('the output names those who were certainly not reached', async () => {
	const endpoint = 'POST /email/transactional';
	demo.get().sandbox.faults.add({ endpoint, skip: 1, times: 1, status: 400 });
	const { id, pages } = await ask();
	await axios.post(pages[0][0], '', options);
	expect(await outputOf(id)).toEqual([
		{ data: { approved: true, respondedAt, respondedBy: ADA, notReached: [GRACE] } },
	]);
});
