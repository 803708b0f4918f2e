const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { join } = require('node:path');

const DIST = join(__dirname, 'dist');
const ICONS = join(__dirname, 'icons');

/** What the package is made of. */
const PACKAGE_FOLDERS = new Set(['credentials', 'icons', 'nodes']);

/** After `n8n-node build`. */
exports.default = async function finishBuild() {
	await removeStrayFiles();
	await optimizeIcons();
};

/** `n8n-node build` copies every picture of the repository into dist, those of the docs too. */
async function removeStrayFiles() {
	const strays = (await readdir(DIST)).filter((name) => !PACKAGE_FOLDERS.has(name));
	await Promise.all(strays.map((name) => rm(join(DIST, name), { recursive: true })));
}

async function optimizeIcons() {
	const { optimize } = await import('svgo');
	await mkdir(join(DIST, 'icons'), { recursive: true });
	for (const name of await readdir(ICONS)) {
		const svg = await readFile(join(ICONS, name), 'utf8');
		await writeFile(join(DIST, 'icons', name), optimize(svg, { multipass: true }).data);
	}
}
