import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const { version }: { version: string } = JSON.parse(read('package.json'));
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The notes of a release: the changelog's section of its version (https://keepachangelog.com).
 *
 * @param tag of the commit to publish
 * @throws when the tag is not that of the version, or the changelog has no dated, filled section of it
 */
function releaseNotes(tag = `v${version}`) {
	if (tag !== `v${version}`) {
		throw new Error(`The tag is ${tag}, but package.json has version ${version}`);
	}

	const sections = read('CHANGELOG.md').split(/^## /m).slice(1);
	const section = sections.find((text) => text.startsWith(`[${version}]`));
	if (!section) throw new Error(`CHANGELOG.md has no section "## [${version}]"`);

	const [heading, ...lines] = section.split('\n');
	const date = heading.slice(`[${version}] - `.length).trim();
	if (!DATE.test(date)) {
		throw new Error(`CHANGELOG.md has no date in "## ${heading}": "## [${version}] - YYYY-MM-DD"`);
	}

	const isLink = (line: string) => /^\[[^\]]+\]: /.test(line);
	const notes = lines
		.filter((line) => !isLink(line))
		.join('\n')
		.trim();
	if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}`);
	return notes;
}

/** @param name of a file of the repository */
function read(name: string) {
	return readFileSync(join(ROOT, name), 'utf8');
}

try {
	console.log(releaseNotes(process.argv[2]));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
