const { spawnSync } = require('node:child_process');
const { mkdtempSync, readdirSync, rmSync } = require('node:fs');
const { mkdir, writeFile } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { installOnce } = require('../../demo/installOnce');

/** @type {string} */
let cache;
beforeEach(() => {
	cache = mkdtempSync(join(tmpdir(), 'mailroom-cache-'));
});
afterEach(() => rmSync(cache, { recursive: true }));

/** @param {string} folder */
const fill = async (folder) => {
	await mkdir(folder);
	await writeFile(join(folder, 'file'), '');
};

test('fills a folder once', async () => {
	const target = join(cache, 'thing');
	const filler = jest.fn(fill);
	expect(await installOnce(target, filler)).toBe(target);
	expect(await installOnce(target, filler)).toBe(target);
	expect(filler).toHaveBeenCalledTimes(1);
	expect(readdirSync(cache)).toEqual(['thing']);
	expect(readdirSync(target)).toEqual(['file']);
});

test('leaves nothing of an installation that failed, and installs the next time', async () => {
	const target = join(cache, 'thing');
	const broken = async (/** @type {string} */ folder) => {
		await fill(folder);
		throw new Error('broken');
	};
	await expect(installOnce(target, broken)).rejects.toThrow('broken');
	expect(readdirSync(cache)).toEqual([]);
	await installOnce(target, fill);
	expect(readdirSync(cache)).toEqual(['thing']);
});

test('clears away what a killed process left, and nothing of a running one', async () => {
	const { pid: ended } = spawnSync(process.execPath, ['--version']);
	const running = `thing.installing-${process.ppid}`;
	await fill(join(cache, `thing.installing-${ended}`));
	await fill(join(cache, running));
	await installOnce(join(cache, 'thing'), fill);
	expect(readdirSync(cache).sort()).toEqual(['thing', running]);
});
