import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installOnce } from '../../tools/installOnce';
import { waitUntil } from '../../tools/waitUntil';

const say = jest.fn();
let cache: string;
beforeEach(() => {
	cache = mkdtempSync(join(tmpdir(), 'mailroom-cache-'));
});
afterEach(() => rmSync(cache, { recursive: true }));

const fill = async (folder: string) => {
	await mkdir(folder);
	await writeFile(join(folder, 'file'), '');
};

test('fills a folder once', async () => {
	const target = join(cache, 'thing');
	const filler = jest.fn(fill);
	expect(await installOnce(target, { fill: filler, say })).toBe(target);
	expect(await installOnce(target, { fill: filler, say })).toBe(target);
	expect(filler).toHaveBeenCalledTimes(1);
	expect(readdirSync(cache)).toEqual(['thing']);
	expect(readdirSync(target)).toEqual(['file']);
});

test('leaves nothing of an installation that failed, and installs the next time', async () => {
	const target = join(cache, 'thing');
	const broken = async (folder: string) => {
		await fill(folder);
		throw new Error('broken');
	};
	await expect(installOnce(target, { fill: broken, say })).rejects.toThrow('broken');
	expect(readdirSync(cache)).toEqual([]);
	await installOnce(target, { fill, say });
	expect(readdirSync(cache)).toEqual(['thing']);
});

test('clears away what a killed process left', async () => {
	const { pid: ended } = spawnSync(process.execPath, ['--version']);
	await fill(join(cache, `thing.installing-${ended}`));
	await installOnce(join(cache, 'thing'), { fill, say });
	expect(readdirSync(cache)).toEqual(['thing']);
});

test('waits for a running process that is at it, and uses what that one installed', async () => {
	const target = join(cache, 'thing');
	const others = `${target}.installing-${process.ppid}`;
	await fill(others);
	const filler = jest.fn(fill);
	const installed = installOnce(target, { fill: filler, say });
	await waitUntil(async () => say.mock.calls.length > 0, { limitMs: 5000, what: 'it waits' });
	renameSync(others, target);
	expect(await installed).toBe(target);
	expect(filler).not.toHaveBeenCalled();
});
