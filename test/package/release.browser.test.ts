import { readFile } from 'node:fs/promises';
import { packNode } from '../../tools/n8n/packNode';
import { publishInN8n } from '../../tools/n8n/runInN8n';
import { saveSandboxCredential } from '../../tools/n8n/saveSandboxCredential';
import { nodeOutput } from '../../tools/n8n/nodeOutput';
import { askInN8n } from '../support/askInN8n';
import { useRelease } from '../support/browser/useRelease';
import { grace, parametersOf } from '../support/operations';
import { packNextVersion, publish } from './publishing';
import { typeCommandsAfter } from './readmeCommands';

const NAME = 'n8n-nodes-mailroom';
/** n8n's error for a package of which it has no checksum. */
const UNVERIFIED = 'Installation of unverified community packages is forbidden!';

const release = useRelease();
jest.setTimeout(5 * 60_000);

let packedFile: string;
let next: Awaited<ReturnType<typeof packNextVersion>>;
/** A published workflow that sends an email, and an execution of another that waits for a reply. */
let workflow: Awaited<ReturnType<typeof publishInN8n>>;
let question: Awaited<ReturnType<typeof askInN8n>>;

beforeAll(async () => {
	packedFile = await packNode();
	next = await packNextVersion(packedFile, release.get().folder);
}, 120_000);

const publishFile = async (file: string, { provenance = false } = {}) => {
	const { folder, registry } = release.get();
	return await publish(file, { folder, registry, provenance });
};

const listed = async () => {
	const { communityNodes } = release.get();
	await communityNodes.open();
	const texts = await communityNodes.packages().allInnerTexts();
	return texts.map((text) => text.split(/\s{2,}|\n/));
};

const card = (version: string) => [
	...[NAME, '2 nodes:', 'Mailroom,Mailroom Trigger', `v${version}`],
];

/** @returns the response of the webhook, with the items of the node, and the recipients of what it has sent */
const run = async () => {
	const { store } = release.get().sandbox;
	const count = store.mails.length;
	const { status, items } = await workflow.call([grace]);
	const sent = store.mails.slice(count).map(({ to }) => to);
	return { status, out: status === 200 ? items.map(({ out }) => out) : items, sent };
};

const sentBy = (version?: string) => ({
	status: 200,
	out: [{ success: true, to: grace.email, ...(version && { version }) }],
	sent: [grace.email],
});

/** n8n's answer to the page's request for an installation, an update or a removal. */
const ask = async (method: 'POST' | 'PATCH', body: object) => {
	const { status, data } = await release.get().client.send(method, '/community-packages', body);
	return { status, message: data.message };
};

// The tests are one story: each goes on where the one before has ended.

test('npm publishes nothing that GitHub does not vouch for', async () => {
	const { ok, output } = await publishFile(packedFile, { provenance: true });
	expect(ok).toBe(false);
	expect(output).toContain('provenance');
	await expect(release.get().registry.about(NAME)).rejects.toThrow('404');

	expect(await publishFile(packedFile)).toMatchObject({ ok: true });
	expect(await release.get().registry.about(NAME)).toMatchObject({
		'dist-tags': { latest: next.before },
	});
});

test('the clicks of "Community nodes" install the package, and n8n runs it at once', async () => {
	const { client, communityNodes, editor, n8n, sandbox } = release.get();
	expect(await listed()).toEqual([]);
	// As the README says.
	expect(await communityNodes.installButton().innerText()).toBe('Install a community node');
	await communityNodes.askToInstall(NAME);
	await release.keep(communityNodes.page, 'release 1 install');
	await communityNodes.confirm();
	expect(await listed()).toEqual([card(next.before)]);
	await release.keep(communityNodes.page, 'release 2 installed');

	const credential = await saveSandboxCredential(client, sandbox);
	const access = { n8n: n8n(), client, credential };
	workflow = await publishInN8n(access, { parameters: parametersOf('email sendTransactional') });
	expect(await run()).toEqual(sentBy());
	question = await askInN8n({ ...access, sandbox });
	expect(question.status).toBe('waiting');

	await editor.begin();
	await editor.startWorkflow();
	const found = await editor.searchNodes('mailroom');
	await found.getByText('Mailroom', { exact: true }).waitFor();
	await release.keep(editor.page, 'release 3 node panel');
});

test('the clicks update it: workflows and what waits go on with the new version, without a restart', async () => {
	const { client, communityNodes } = release.get();
	expect(await publishFile(next.file)).toMatchObject({ ok: true });
	expect(await listed()).toEqual([[...card(next.before), 'Update']]);
	await release.keep(communityNodes.page, 'release 4 update offered');
	expect(await run()).toEqual(sentBy());

	await communityNodes.askToUpdate();
	await communityNodes.dialog().getByText(workflow.workflow.name).waitFor();
	await release.keep(communityNodes.page, 'release 5 update');
	await communityNodes.confirm();
	expect(await listed()).toEqual([card(next.version)]);
	expect(await run()).toEqual(sentBy(next.version));

	const [approve] = question.links;
	const page = await release.newPage();
	await page.goto(approve.url);
	await page.getByRole('button').first().click();
	const execution = await client.finished(question.id);
	expect(execution.status).toBe('success');
	expect(nodeOutput(execution, 'Mailroom')).toMatchObject([{ data: { approved: true } }]);
});

test('an update whose checksum is another is refused, and the installed version goes on', async () => {
	const body = { name: NAME, version: next.before, checksum: 'sha512-of-another-file' };
	expect(await ask('PATCH', body)).toEqual({
		status: 500,
		message: expect.stringContaining('Failed to verify package checksum'),
	});
	expect(await listed()).toEqual([card(next.version)]);
	expect(await run()).toEqual(sentBy(next.version));
});

test('where unverified packages are off, nothing is installed or updated, and what is installed runs', async () => {
	const { communityNodes, restart } = release.get();
	await restart({ N8N_UNVERIFIED_PACKAGES_ENABLED: 'false' });
	expect(await run()).toEqual(sentBy(next.version));
	expect(await listed()).toEqual([card(next.version)]);
	expect(await communityNodes.installButton().count()).toBe(0);
	await release.keep(communityNodes.page, 'release 6 unverified off');
	expect(await ask('PATCH', { name: NAME, version: next.before })).toEqual({
		status: 500,
		message: expect.stringContaining(UNVERIFIED),
	});
});

test('an own registry needs a license', async () => {
	const { restart } = release.get();
	await restart({ N8N_COMMUNITY_PACKAGES_REGISTRY: 'https://npm.example.com' });
	expect(await run()).toEqual(sentBy(next.version));
	expect(await ask('PATCH', { name: NAME, version: next.before })).toEqual({
		status: 500,
		message: expect.stringContaining('license'),
	});
});

test('the clicks remove it: its workflows fail and send nothing, until a version is installed by name', async () => {
	const { communityNodes, restart } = release.get();
	await restart();
	await listed();
	await communityNodes.askToUninstall();
	await communityNodes.dialog().getByText(workflow.workflow.name).waitFor();
	await release.keep(communityNodes.page, 'release 7 uninstall');
	await communityNodes.confirm();
	expect(await listed()).toEqual([]);
	expect(await run()).toEqual({
		status: 400,
		out: expect.objectContaining({ message: expect.stringContaining('Unrecognized node type') }),
		sent: [],
	});

	await communityNodes.askToInstall(`${NAME}@${next.before}`);
	await communityNodes.confirm();
	expect(await listed()).toEqual([[...card(next.before), 'Update']]);
	expect(await run()).toEqual(sentBy());
});

test('after the commands of the README the clicks take over', async () => {
	const { communityNodes, n8n, restart } = release.get();
	await listed();
	await communityNodes.askToUninstall();
	await communityNodes.confirm();
	const home = n8n().userFolder;
	expect(await typeCommandsAfter('n8n without Docker', home)).toMatchObject({ ok: true });
	await restart();
	expect(await listed()).toEqual([]);
	expect(await run()).toEqual(sentBy());

	await communityNodes.askToInstall(NAME);
	await communityNodes.confirm();
	expect(await listed()).toEqual([card(next.version)]);
	expect(await run()).toEqual(sentBy(next.version));
});

describe('environment variables', () => {
	const managed = (packages: object[], env: NodeJS.ProcessEnv = {}) => ({
		N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
		N8N_COMMUNITY_PACKAGES: JSON.stringify(packages),
		...env,
	});
	const checksumOf = async (version: string) =>
		(await release.get().registry.about(NAME)).versions[version].dist.integrity;

	test('install a version by its checksum where unverified packages are off, and then the page changes nothing', async () => {
		const { communityNodes, restart } = release.get();
		const version = next.before;
		const packages = [{ name: NAME, version, checksum: await checksumOf(version) }];
		await restart(managed(packages, { N8N_UNVERIFIED_PACKAGES_ENABLED: 'false' }));
		expect(await listed()).toEqual([card(version)]);
		expect(await run()).toEqual(sentBy());
		expect(await communityNodes.installButton().count()).toBe(0);
		expect(await ask('PATCH', { name: NAME, version: next.version })).toEqual({
			status: 400,
			message: expect.stringContaining('managed via environment variables'),
		});
	});

	test('keep what is installed if the checksum is that of another version', async () => {
		const { n8n, restart } = release.get();
		const packages = [
			{ name: NAME, version: next.version, checksum: await checksumOf(next.before) },
		];
		await restart(managed(packages));
		expect(await readFile(n8n().logFile, 'utf8')).toContain('Failed to verify package checksum');
		expect(await listed()).toEqual([card(next.before)]);
		expect(await run()).toEqual(sentBy());
	});

	test('update the package by its version, and remove it when they no longer name it', async () => {
		const { restart } = release.get();
		await restart(managed([{ name: NAME, version: next.version }]));
		expect(await listed()).toEqual([card(next.version)]);
		expect(await run()).toEqual(sentBy(next.version));

		await restart(managed([]));
		expect(await listed()).toEqual([]);
		expect(await run()).toMatchObject({ status: 400, sent: [] });
	});
});

test('beside the registry, n8n asks its makers alone whether a package is banned', () => {
	expect([...release.get().registry.refused]).toEqual(['api.n8n.io:443']);
});
