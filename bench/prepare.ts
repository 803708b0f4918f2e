import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n, type N8nInstall } from '../tools/n8n/installN8n';
import { packNode, unpackNode } from '../tools/n8n/packNode';

/** Programs and settings that all measurements share. */
export interface Bench {
	install: N8nInstall;
	/** The packed node, unpacked as n8n does it. */
	packageFolder: string;
	/** Folder for temporary files. */
	folder: string;
	/** 1, or less for a trial with less work. */
	scale: number;
	/** Whether to check only the goals. Measurements without a goal can then be left out. */
	isCheck: boolean;
	stop: () => Promise<void>;
}

export async function prepare(options: Pick<Bench, 'scale' | 'isCheck'>): Promise<Bench> {
	const install = await installN8n();
	const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'));
	const packedFile = await packNode();
	await unpackNode({ packedFile, userFolder: folder });
	return {
		install,
		packageFolder: join(folder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-mailroom'),
		folder,
		...options,
		stop: () => rm(folder, { recursive: true, force: true }),
	};
}
