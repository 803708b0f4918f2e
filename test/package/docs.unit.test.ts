import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import nodeCodex from '../../nodes/Mailroom/Mailroom.node.json';
import triggerCodex from '../../nodes/MailroomTrigger/MailroomTrigger.node.json';
import packageJson from '../../package.json';

const ROOT = join(__dirname, '../..');

const pages = ['.', 'bench', 'docs', 'examples', 'sandbox', 'test']
	.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' }).map((name) =>
			join(folder, name),
		),
	)
	.filter((name) => name.endsWith('.md'))
	.map((name) => name.replaceAll(sep, '/'));

/** @param name of a page */
const textOf = (name: string) =>
	readFileSync(join(ROOT, name), 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/**
 * @param name of a page
 * @returns where its links lead, but for those to the web
 */
const linksIn = (name: string): string[] =>
	[...textOf(name).matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, link]) => link)
		.filter((link) => !/^[a-z]+:/.test(link));

/**
 * The anchors that GitHub makes of the headings.
 * @param name of a page
 */
const anchorsIn = (name: string) =>
	[...textOf(name).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-'),
	);

test.each(pages)('every link of %s leads to a file, and to a heading in it', (page) => {
	const broken = linksIn(page).filter((link) => {
		const [path, anchor] = link.split('#');
		const target = path === '' ? page : join(dirname(page), path);
		if (!existsSync(join(ROOT, target))) return true;
		return anchor !== undefined && target.endsWith('.md') && !anchorsIn(target).includes(anchor);
	});

	expect(broken).toEqual([]);
});

test("n8n's links to the documentation lead to pages and headings", () => {
	const { homepage } = packageJson;
	const repository = homepage.replace(/#.*/, '');
	const links = [nodeCodex, triggerCodex].flatMap(({ resources }) =>
		Object.values(resources).flat(),
	);

	for (const { url } of [{ url: new MailroomApi().documentationUrl }, ...links]) {
		const [page, anchor] = url.split('#');
		const file = page === repository ? 'README.md' : page.replace(`${repository}/blob/main/`, '');
		expect(pages).toContain(file);
		if (anchor !== undefined) expect(anchorsIn(file)).toContain(anchor);
	}
});

const guides = pages.filter((page) => page.startsWith('docs/guides/'));
const references = ['operations', 'reliability', 'trigger', 'queue-mode'].map(
	(name) => `docs/${name}.md`,
);

/** Where the links of a page lead, as paths of the repository. */
const targetsOf = (page: string) =>
	linksIn(page).map((link) => {
		const [path] = link.split('#');
		return path === '' ? page : join(dirname(page), path).replaceAll(sep, '/');
	});

test('the README leads to every page for users', () => {
	const forUsers = [...guides, ...references].concat(
		['ai-tools', 'benchmarks', 'troubleshooting'].map((name) => `docs/${name}.md`),
		['CHANGELOG.md', 'SECURITY.md', 'examples/README.md'],
	);

	expect(targetsOf('README.md')).toEqual(expect.arrayContaining(forUsers));
});

test.each(guides)('%s leads to no page for developers', (guide) => {
	const forDevelopers = [
		/^(?:bench|sandbox|test)\//,
		/^docs\/(?:architecture|benchmarks|design|style)/,
		/^CONTRIBUTING/,
	];
	const isForDevelopers = (target: string) => forDevelopers.some((page) => page.test(target));

	expect(targetsOf(guide).filter(isForDevelopers)).toEqual([]);
});

test.each(guides)('%s begins with the result and ends with what is next', (guide) => {
	const [, first] = textOf(guide).split('\n\n');
	expect(first).toMatch(/^At the end, /);
	expect([...textOf(guide).matchAll(/^## (.+)$/gm)].at(-1)?.[1]).toBe('Next');
});

test.each(references)('%s begins with a link to a guide', (reference) => {
	const [, first] = textOf(reference).split('\n\n');
	expect(first).toMatch(/\]\((?:guides\/|\.\.\/examples\/README\.md)/);
});
