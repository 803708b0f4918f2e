import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';
import type { Credential } from '../../tools/engine/CredentialsHelper';
import { TestTrigger } from './pollTrigger';

/** n8n's budget for a poll that its newer scheduler has not started. */
const UNSCHEDULED_MS = 300_000;

interface Settings {
	credential: Credential;
	/** n8n saves the state after every poll, but not after that of publishing. */
	hasDurableCursors: boolean;
	/** Of a scheduled poll. */
	budgetMs?: number;
	node?: Partial<INode>;
}

/** A trigger under n8n's newer scheduler, which reads the saved state for each poll. */
export class ScheduledTrigger {
	readonly warnings: string[] = [];

	/** Executions without items. */
	emptyExecutions = 0;

	private saved: IDataObject = {};
	private readonly workflowId = randomUUID();

	constructor(
		private readonly events: string[],
		private readonly settings: Settings,
	) {}

	async publish(): Promise<IDataObject[]> {
		return await this.run(UNSCHEDULED_MS, !this.settings.hasDurableCursors);
	}

	async poll(): Promise<IDataObject[]> {
		const { budgetMs = 36_000, hasDurableCursors } = this.settings;
		return await this.run(budgetMs, hasDurableCursors);
	}

	/** @param isSaved by n8n, also without an execution */
	private async run(budgetMs: number, isSaved: boolean): Promise<IDataObject[]> {
		const { credential, node, hasDurableCursors } = this.settings;
		const state = structuredClone(this.saved);
		const save = () => (this.saved = structuredClone(state));
		const trigger = new TestTrigger(this.events, {
			...{ credential, node, budgetMs, state, workflowId: this.workflowId },
			onSave: (by) => {
				if (by === 'execution') this.emptyExecutions++;
				if (by === 'execution' || hasDurableCursors) save();
			},
		});
		const items = await trigger.poll();
		const isEmptyExecution = trigger.outputs === 1 && items.length === 0;
		if (isEmptyExecution) this.emptyExecutions++;
		if (trigger.outputs === 1 || isSaved) save();
		this.warnings.push(...trigger.warnings);
		return items;
	}
}
