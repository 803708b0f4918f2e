import { PackageDirectoryLoader } from 'n8n-core';
import { answer } from './answer';

export type LoadTask = { packageFolder: string };

export type LoadResult = { milliseconds: number };

/** Loads a package of nodes as n8n does when it starts. */
async function loadPackage({ packageFolder }: LoadTask): Promise<LoadResult> {
	const start = performance.now();
	await new PackageDirectoryLoader(packageFolder).loadAll();
	return { milliseconds: performance.now() - start };
}

answer(loadPackage);
