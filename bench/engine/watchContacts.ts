import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { CredentialsHelper } from '../../tools/engine/CredentialsHelper';
import type { SnapshotHeader } from '../../nodes/MailroomTrigger/Snapshot';
import { NodeTypes } from '../../tools/engine/NodeTypes';
import { pollContext } from '../../tools/engine/pollContext';
import { answer } from './answer';
import { loadCompiled } from './loadCompiled';
import { measured, type Cost } from './measured';

export interface WatchTask {
	/** What the trigger watches. */
	events: string[];
	packageFolder: string;
	service: { url: string; apiKey: string };
}

/** One scan of all contacts. */
export interface Scan {
	seconds: number;
	cpuSeconds: number;
	polls: number;
	/** What is kept until the next scan. */
	keptBytes: number;
}

const SCANS = 2;
/** What n8n leaves a poll of its 45 s. */
const BUDGET_MS = 36_000;

/** Scans all contacts, and scans again when nothing has changed. */
async function watchContacts({ events, packageFolder, service }: WatchTask): Promise<Scan[]> {
	const { MailroomApi } = loadCompiled(
		join(packageFolder, 'dist/credentials/MailroomApi.credentials.js'),
	);
	const { url: baseUrl, apiKey } = service;
	const credentialsHelper = new CredentialsHelper([new MailroomApi()], {
		mailroomApi: { baseUrl, apiKey, allowHttp: false },
	});
	const state: IDataObject = {};
	const scans: Scan[] = [];
	while (scans.length < SCANS) {
		const costs: Cost[] = [];
		do await measured(async () => await poll(), costs);
		while (isUnderWay());
		scans.push({
			seconds: sum(costs.map(({ seconds }) => seconds)),
			cpuSeconds: sum(costs.map(({ cpuSeconds }) => cpuSeconds)),
			polls: costs.length,
			keptBytes: Buffer.byteLength(JSON.stringify(state)),
		});
	}
	return scans;

	async function poll() {
		const file = join(packageFolder, 'dist/nodes/MailroomTrigger/MailroomTrigger.node.js');
		const nodeType = NodeTypes.load(loadCompiled(file).MailroomTrigger);
		const context = pollContext({
			...{ nodeType, credentialsHelper, state, budgetMs: BUDGET_MS },
			...{ workflowId: 'benchmark', credentialId: '1', mode: 'trigger' },
			parameters: { events },
		});
		const found = await nodeType.poll?.call(context);
		if (found) throw new Error('The trigger has found changes where there are none');
	}

	function isUnderWay() {
		const { header } = state.contacts as unknown as { header: SnapshotHeader };
		return header.scan.nextPage > 1;
	}
}

function sum(numbers: number[]) {
	return numbers.reduce((all, number) => all + number, 0);
}

answer(watchContacts);
