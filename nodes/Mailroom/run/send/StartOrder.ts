import type { Hold } from '../../transport/gate/Hold';

/** Keeps the batches of a run in order: it keeps nothing back itself, but lets the next batch enter the gate once this one starts. */
export interface StartHold extends Hold {
	/** The batch before has started. */
	previousStarted: Promise<void>;
	start(): 'go';
}

/** Starts batches in order, a few at once. */
export class StartOrder {
	/** Contacts of the batches that have begun. */
	private readonly begun = new Map<Promise<void>, Set<string>>();
	private lastStart = Promise.resolve();

	constructor(private readonly maxBegun: number) {}

	/** Waits for room, and for earlier changes of the contacts: the last change of a contact wins. */
	async waitForRoom(contacts: string[]): Promise<void> {
		const ofSameContacts = [...this.begun].filter(([, others]) =>
			contacts.some((contact) => others.has(contact)),
		);
		await Promise.all(ofSameContacts.map(([finished]) => finished));
		if (this.begun.size >= this.maxBegun) await Promise.race(this.begun.keys());
	}

	begin(contacts: string[], send: (startHold: StartHold) => Promise<void>): void {
		let onStart = () => {};
		const hasStarted = new Promise<void>((resolve) => {
			onStart = resolve;
		});
		const previousStarted = this.lastStart;
		const start = () => {
			onStart();
			return 'go' as const;
		};
		const finished = send({ previousStarted, start }).finally(onStart);
		this.lastStart = previousStarted.then(async () => await hasStarted);
		this.begun.set(finished, new Set(contacts));
		const forget = () => this.begun.delete(finished);
		// A batch that has thrown stays, so that the next wait throws its error.
		void finished.then(forget, () => {});
	}

	/** Throws the error of a batch once all have ended. */
	async allFinished(): Promise<void> {
		const begun = [...this.begun.keys()];
		await Promise.allSettled(begun);
		await Promise.all(begun);
	}
}
