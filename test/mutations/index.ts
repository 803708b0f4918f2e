/**
 * Which small changes of the node no test notices: `npx tsx test/mutations --count 70 --seed 1`. Each mutation is written into its file, the
 * unit and engine tests that depend on the file run until one fails, and the file is restored. Takes about half an hour on two cores.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startChild, stopChild } from '../../tools/childProcesses';
import { repositoryFolder } from '../../tools/folders';
import { randomFrom } from '../../tools/randomFrom';
import { readFlags } from '../../tools/readFlags';
import { runProgram } from '../../tools/runProgram';
import { ToolError } from '../../tools/ToolError';
import { mutationsIn, type Mutation } from './mutationsIn';

const USAGE =
	'Usage: npx tsx test/mutations [--count <mutations>] [--seed <number>] [--in <folder>,...]';
const JEST = join(repositoryFolder, 'node_modules/jest/bin/jest.js');
/** For the tests that depend on any of the files, which are nearly all tests. */
const LIMIT_MS = 1_200_000;
const say = console.log;

const pathOf = (file: string) => join(repositoryFolder, file);

async function main({ isStopping }: { isStopping: () => boolean }) {
	const presets = { count: '70', seed: '1', in: 'nodes,credentials' };
	const { countOf, textOf } = readFlags(process.argv.slice(2), { presets, usage: USAGE });
	const folders = textOf('in').split(',');
	const mutations = pick(folders, countOf('count'), randomFrom(countOf('seed')));
	// A test that fails anyway would kill every mutation.
	const start = Date.now();
	const failing = await firstFailure(
		mutations.map(({ file }) => pathOf(file)),
		LIMIT_MS,
	);
	// A mutation that lets the tests hang is noticed; a slow machine must not look like one.
	const limitMs = 60_000 + 2 * (Date.now() - start);
	if (failing) throw new ToolError(`Without a mutation: ${failing}`);
	const survivors: string[] = [];
	for (const [index, mutation] of mutations.entries()) {
		if (isStopping()) break;
		const killer = await killerOf(mutation, limitMs);
		if (isStopping()) break;
		const line = `${index + 1}/${mutations.length} ${described(mutation)}`;
		say(`${line}: ${killer ?? 'SURVIVED'}`);
		if (killer === undefined) survivors.push(described(mutation));
	}
	say(`\n${survivors.length} of ${mutations.length} survived`);
	for (const survivor of survivors) say(survivor);
}

/** Takes mutations from all folders in turn, so that small folders are not passed over. */
function pick(folders: string[], count: number, random: () => number): Mutation[] {
	const byFolder = new Map<string, Mutation[]>();
	for (const file of folders.flatMap(filesBelow)) {
		const ofFolder = byFolder.get(dirname(file)) ?? [];
		ofFolder.push(...mutationsIn(file, readFileSync(pathOf(file), 'utf8')));
		byFolder.set(dirname(file), ofFolder);
	}
	const picked: Mutation[] = [];
	while (picked.length < count) {
		const left = [...byFolder.values()].filter(({ length }) => length > 0);
		if (left.length === 0) break;
		for (const ofFolder of left.slice(0, count - picked.length)) {
			picked.push(...ofFolder.splice(Math.floor(random() * ofFolder.length), 1));
		}
	}
	return picked;
}

function filesBelow(folder: string): string[] {
	return readdirSync(pathOf(folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
		.map((name) => join(folder, name))
		.sort();
}

async function killerOf({ file, start, end, text }: Mutation, limitMs: number) {
	const path = pathOf(file);
	const source = readFileSync(path, 'utf8');
	const restore = () => writeFileSync(path, source);
	process.once('exit', restore);
	try {
		writeFileSync(path, source.slice(0, start) + text + source.slice(end));
		return await firstFailure([path], limitMs);
	} finally {
		restore();
		process.off('exit', restore);
	}
}

/** @returns the first test file that fails; undefined when none does */
async function firstFailure(paths: string[], limitMs: number): Promise<string | undefined> {
	const args = ['--selectProjects', 'unit', 'engine', '--bail', '--passWithNoTests'];
	// The pictures of the docs are taken by hand.
	const options = ['--maxWorkers=2', '--testPathIgnorePatterns', 'unit/pictures'];
	const command = [process.execPath, JEST, ...args, ...options, '--findRelatedTests', ...paths];
	const child = startChild(command, {
		...{ cwd: repositoryFolder, env: process.env, output: 'pipe' },
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
	const timer = setTimeout(() => void stopChild(child), limitMs);
	const [exitCode] = await once(child, 'close');
	clearTimeout(timer);
	if (exitCode === 0) return undefined;
	return /^FAIL \w+ (\S+)/m.exec(output)?.[1] ?? 'no test ended in time';
}

function described({ file, start, end, text }: Mutation) {
	const source = readFileSync(pathOf(file), 'utf8');
	const line = source.slice(0, start).split('\n').length;
	const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 60);
	return `${file}:${line} ${short(source.slice(start, end))} -> ${short(text)}`;
}

runProgram(main);
