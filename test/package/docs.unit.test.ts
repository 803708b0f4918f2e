import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { resources } from '../../nodes/Mailroom/resources';
import codex from '../../nodes/Mailroom/Mailroom.node.json';

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

test("n8n's links to the documentation lead to headings of the README", () => {
	const { credentialDocumentation } = codex.resources;
	const links = [
		new MailroomApi().documentationUrl,
		...credentialDocumentation.map(({ url }) => url),
	];

	for (const link of links) expect(anchorsIn('README.md')).toContain(link.split('#')[1]);
});

test.each(resources.flatMap(({ operations }) => operations))(
	"the README's table of operations has $action",
	({ name, endpoint: { method, url } }) => {
		const row = textOf('README.md')
			.split('\n')
			.find((line) => line.includes(`\`${method} ${url}\``) && line.includes(name));

		expect(row).toBeDefined();
	},
);
