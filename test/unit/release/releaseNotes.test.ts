import { releaseNotes } from '../../../.ci/release-notes';

const changelog = `# Changelog

## [1.2.0] - 2026-11-21

### Added

- A new operation.

## [1.0.0] - Unreleased

- The idea.

## [0.9.0] - 2026-09-01

[1.2.0]: https://example.com/v1.2.0
`;

const notesOf = (tag: string, version = tag.slice(1)) => releaseNotes({ tag, version, changelog });

test('are the section of the version, without its heading and its neighbors', () => {
	expect(notesOf('v1.2.0')).toBe('### Added\n\n- A new operation.');
});

test.each([
	['v1.1.0', '1.2.0', 'The tag is v1.1.0, but package.json has version 1.2.0'],
	['1.2.0', '1.2.0', 'The tag is 1.2.0'],
	['v1.2', '1.2', 'has no section'],
	['v1.0.0', '1.0.0', 'no date in "## [1.0.0] - Unreleased"'],
	['v0.9.0', '0.9.0', 'says nothing about 0.9.0'],
])('are refused for the tag %s of version %s', (tag, version, reason) => {
	expect(() => notesOf(tag, version)).toThrow(reason);
});
