import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** A newsletter that was sent to a list, or as a test. */
export interface SentNewsletter {
	list: string;
	digest: string;
	isTest: boolean;
	isInDoubt: boolean;
	/** Set if all items in doubt share this key. */
	sendOnceKey?: string;
}

/** Recipients of a node in a loop: of this round, and of all rounds before. */
interface CountOfRounds {
	round: number;
	ofRound: number;
	earlier: number;
}

/** Names and shapes are those of saved executions, which n8n's Retry brings along. */
interface Entries {
	/** See `retryMarks`. */
	failedRun: { runIndex: number; sent: string };
	sentEmails: SentNewsletter[];
	/** Set once a manual execution was kept from mailing a list. Older versions of n8n don't tell that Retry repeats one. */
	refusedInEditor: true;
	/** The question of Send and Wait as JSON, because n8n's expressions return proxies of objects. */
	question: string;
	/** Recipients with a limit, counted over the rounds of a loop. */
	recipients: CountOfRounds;
	/** The same, with a Send Once Key. */
	sendOnceRecipients: CountOfRounds;
}

/** Everything that the node keeps for the rounds and the Retry of an execution. */
export class ExecutionEntries {
	constructor(readonly data: IDataObject) {}

	/** In n8n's context of the node, which it saves with the execution. */
	static in(context: Pick<IExecuteFunctions, 'getContext'>): ExecutionEntries {
		return new ExecutionEntries(context.getContext('node'));
	}

	get<Name extends keyof Entries>(name: Name): Entries[Name] | undefined {
		return (this.data as Partial<Entries>)[name];
	}

	set<Name extends keyof Entries>(name: Name, entry: Entries[Name]): void {
		(this.data as Partial<Entries>)[name] = entry;
	}
}
