/** The place of a call among those of its run. */
export interface Place {
	/** Resolves when the call before has started, or ended without. */
	before: Promise<void>;
	/** To be called when this one has started. */
	started(): void;
}

/** In which order the calls of a run start: one after the other, and after earlier changes of the same contacts have ended. */
export class StartOrder {
	/** Resolves when the last call has started, or ended without. */
	private lastStart: Promise<void> = Promise.resolve();

	/** By the contact that they change. */
	private readonly lastChanges = new Map<string, Promise<void>>();

	/**
	 * @param contacts that the call changes: the later change is to prevail
	 * @param send sends it at its place. Never rejects
	 * @returns resolves when it has ended
	 */
	begin(contacts: string[], send: (place: Place) => Promise<void>): { ended: Promise<void> } {
		const earlier = contacts.flatMap((contact) => this.lastChanges.get(contact) ?? []);
		const { before, started, start } = this.nextPlace();
		const place = { before, started };
		const ended =
			earlier.length === 0 ? send(place) : Promise.all(earlier).then(async () => await send(place));
		this.lastStart = before.then(async () => await Promise.race([start, ended]));
		this.rememberChanges(contacts, ended);
		return { ended };
	}

	private nextPlace(): Place & { start: Promise<void> } {
		let started = () => {};
		const start = new Promise<void>((resolve) => {
			started = resolve;
		});
		return { before: this.lastStart, started, start };
	}

	private rememberChanges(contacts: string[], ended: Promise<void>): void {
		for (const contact of contacts) this.lastChanges.set(contact, ended);
		void ended.then(() => {
			for (const contact of contacts) {
				if (this.lastChanges.get(contact) === ended) this.lastChanges.delete(contact);
			}
		});
	}
}
