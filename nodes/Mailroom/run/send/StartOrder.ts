import type { Hold } from '../../transport/gate/Hold';

/** Place of a batch in its run. As a hold, it reports the start. */
export interface Turn extends Hold {
	/** The batch before has started. */
	after: Promise<void>;
	start(): 'go';
}

/** Starts batches in order, a few at once. */
export class StartOrder {
	/** Contacts of the batches that have begun. */
	private readonly begun = new Map<Promise<void>, Set<string>>();
	private startBefore = Promise.resolve();

	constructor(private readonly maxBegun: number) {}

	/** Waits for room, and for earlier changes of the contacts: the last change of a contact wins. */
	async room(contacts: string[]): Promise<void> {
		const ofSameContacts = [...this.begun].filter(([, others]) =>
			contacts.some((contact) => others.has(contact)),
		);
		await Promise.all(ofSameContacts.map(([ended]) => ended));
		if (this.begun.size >= this.maxBegun) await Promise.race(this.begun.keys());
	}

	begin(contacts: string[], send: (turn: Turn) => Promise<void>): void {
		let onStart = () => {};
		const hasStarted = new Promise<void>((resolve) => {
			onStart = resolve;
		});
		const after = this.startBefore;
		const start = () => {
			onStart();
			return 'go' as const;
		};
		const ended = send({ after, start }).finally(onStart);
		this.startBefore = after.then(async () => await hasStarted);
		this.begun.set(ended, new Set(contacts));
		void ended.then(() => this.begun.delete(ended));
	}

	async allEnded(): Promise<void> {
		await Promise.all(this.begun.keys());
	}
}
