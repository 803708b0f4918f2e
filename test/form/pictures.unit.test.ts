import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { repositoryFolder } from '../../tools/folders';
import { PICTURES, type PictureName } from '../support/pictures/pictures';
import { PICTURES_FOLDER, TEXTS_FILE, textsOfPictures } from '../support/pictures/textsOfPictures';

const NAMES = Object.keys(PICTURES) as PictureName[];
/** `bench/report` draws the charts. */
const DRAWN = ['architecture.svg', 'cost.svg', 'key.svg', 'pace.svg'];

const PAGES = ['README.md', 'examples/README.md', 'docs', 'docs/guides'].flatMap((path) => {
	const isFile = path.endsWith('.md');
	const names = isFile
		? [path]
		: readdirSync(join(repositoryFolder, path)).map((name) => `${path}/${name}`);
	return names.filter((name) => name.endsWith('.md'));
});
const pages = PAGES.map((path) => readFileSync(join(repositoryFolder, path), 'utf8')).join('\n');

test('the pictures show the texts as they are: `npm run pictures` takes them again', () => {
	expect(readFileSync(TEXTS_FILE, 'utf8')).toBe(textsOfPictures());
});

test('each file in docs/images is taken or drawn by a program', () => {
	const files = readdirSync(PICTURES_FOLDER).filter((name) => !name.endsWith('.txt'));
	expect(files.sort()).toEqual([...NAMES, ...DRAWN].sort());
});

test.each(NAMES)('%s is on a page, with a text for those who do not see it, and small', (name) => {
	const file = join(PICTURES_FOLDER, name);
	expect(pages).toMatch(new RegExp(`!\\[[^\\]]{20,}\\]\\([^)]*images/${name}\\)`));
	const isAnimated = name.endsWith('.gif');
	expect(statSync(file).size).toBeLessThanOrEqual(isAnimated ? 1_000_000 : 200_000);
	if (!isAnimated) expect(PNG.sync.read(readFileSync(file)).width).toBeLessThanOrEqual(1_400);
});
