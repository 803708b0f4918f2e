import { releaseNotes } from '../../../.ci/release-notes';

const changelog = `# Changelog

## [Unreleased]

- Not yet out.

## [1.2.0] - 2026-11-21

### Added

- A new operation.

### Fixed

- An old mistake.

## [1.1.0] - 2026-10-01

- The first.

## [1.0.0] - Unreleased

- The idea.

## [0.9.0] - 2026-09-01

[1.2.0]: https://example.com/v1.2.0
`;

const notesOf = (tag: string, version: string = tag.slice(1)) =>
	releaseNotes({ tag, version, changelog });

test('are the section of the version, without its heading and without its neighbours', () => {
	expect(notesOf('v1.2.0')).toBe(
		'### Added\n\n- A new operation.\n\n### Fixed\n\n- An old mistake.',
	);
	expect(notesOf('v1.1.0')).toBe('- The first.');
});

test.each([
	{ tag: 'v1.1.0', version: '1.2.0' },
	{ tag: '1.2.0', version: '1.2.0' },
	{ tag: 'v1.2.0-beta.1', version: '1.2.0' },
	{ tag: 'v1.2', version: '1.2.0' },
])('are refused for the tag $tag when package.json has $version', ({ tag, version }) => {
	expect(() => notesOf(tag, version)).toThrow(`${tag}, but package.json has version ${version}`);
});

test.each(['v1.3.0', 'v1.2', 'v2.0', 'v1.2.00'])(
	'are refused for %s, of which the changelog has no section',
	(tag) => {
		expect(() => notesOf(tag)).toThrow(/has no section/);
	},
);

test('are refused while the section has no date', () => {
	expect(() => notesOf('v1.0.0')).toThrow(/no date in "## \[1\.0\.0\] - Unreleased"/);
});

test('are refused while the section is empty, but for links', () => {
	expect(() => notesOf('v0.9.0')).toThrow(/says nothing about 0\.9\.0/);
});
