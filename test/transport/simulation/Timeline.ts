interface Event {
	at: number;
	happen: () => void;
}

/** Events in the order of their times, without promises, so that minutes take milliseconds. */
export class Timeline {
	/** In ms. */
	now = 0;
	private events: Event[] = [];

	in(ms: number, happen: () => void) {
		const at = this.now + Math.max(0, ms);
		let place = this.events.length;
		while (place > 0 && this.events[place - 1].at > at) place--;
		this.events.splice(place, 0, { at, happen });
	}

	runUntil(end: number) {
		for (let next = this.events.shift(); next && next.at <= end; next = this.events.shift()) {
			this.now = next.at;
			next.happen();
		}
	}
}
