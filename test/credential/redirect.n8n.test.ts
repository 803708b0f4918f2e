import { runInN8n } from '../../tools/n8n/runInN8n';
import { useAnswers } from '../support/useAnswers';
import { useDemo } from '../support/useDemo';

const demo = useDemo();

/** Another port is another origin. */
const elsewhere = useAnswers();

function redirectElsewhere() {
	demo.get().sandbox.faults.add({ endpoint: '*', redirect: `${elsewhere.server.url}/v1/lists` });
}

test('the node does not follow a redirect to another origin', async () => {
	redirectElsewhere();
	await runInN8n(demo.get(), { parameters: { resource: 'mailingList', operation: 'getAll' } });
	expect(demo.get().sandbox.journal).toHaveLength(1);
	expect(elsewhere.server.received).toEqual([]);
});

test.each([3, 4.1, 4.2])(
	'nor does the HTTP Request node %s with the credential, in which older n8n would take the key along',
	async (typeVersion) => {
		const { sandbox } = demo.get();
		redirectElsewhere();
		await runInN8n(demo.get(), {
			node: { type: 'n8n-nodes-base.httpRequest', typeVersion },
			parameters: {
				url: `${sandbox.url}/lists`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'mailroomApi',
				options: { redirect: { redirect: { followRedirects: true } } },
			},
		});
		expect(sandbox.journal).toMatchObject([{ path: '/lists', key: 'valid' }]);
		expect(elsewhere.server.received).toEqual([]);
	},
);
