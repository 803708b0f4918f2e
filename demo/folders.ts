const { homedir } = require('node:os');
const { join } = require('node:path');

const NAME = 'n8n-nodes-mailroom';

/** The checkout that this file is in. */
const repositoryFolder = join(__dirname, '..');

/** Where n8n and its Node are kept between runs; safe to delete, the next run installs again. */
function cacheFolder() {
	return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), NAME);
}

/** Where the demo's workflows, contacts and mails are kept between runs. */
function demoDataFolder() {
	return join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), NAME, 'demo');
}

module.exports = { repositoryFolder, cacheFolder, demoDataFolder };
