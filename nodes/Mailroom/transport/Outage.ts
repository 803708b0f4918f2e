/** So many failures in a row are an outage. */
const FAILURES = 3;
const FIRST_PROBE_AFTER_MS = 1_000;
const MAX_PROBE_AFTER_MS = 16_000;

/**
 * - `none`: requests start.
 * - `down`: none that changes something starts; a harmless one asks now and then whether the service is well.
 * - `awaitsTrial`: the harmless one was answered, so one that changes something may find out.
 * - `onTrial`: that one is under way.
 */
type State = 'none' | 'down' | 'awaitsTrial' | 'onTrial';

/** Whether the service is down, as far as the requests that change something tell. */
export class Outage {
	private state: State = 'none';

	private failuresInARow = 0;

	private beganAt = 0;

	private probes = 0;

	private nextProbeAt = 0;

	/** Whether the last of the answers was a failure. */
	get isFailing(): boolean {
		return this.failuresInARow > 0;
	}

	/** Since when no request starts; undefined while there is no outage. */
	get since(): number | undefined {
		return this.state === 'none' ? undefined : this.beganAt;
	}

	get awaitsTrial(): boolean {
		return this.state === 'awaitsTrial';
	}

	/** Whether a request that changes something may start. */
	get mayStart(): boolean {
		return this.state === 'none' || this.state === 'awaitsTrial';
	}

	isProbeDue(now: number): boolean {
		return this.state === 'down' && now >= this.nextProbeAt;
	}

	/** To be called when a request that changes something starts. */
	started(): void {
		if (this.state === 'awaitsTrial') this.state = 'onTrial';
	}

	/**
	 * Such a request got no answer, or one that says that the service has failed.
	 *
	 * @param isRepeated whether it failed before: then the fault may be its own, and others are to find out soon
	 */
	failed(now: number, isRepeated = false): void {
		this.failuresInARow++;
		if (this.failuresInARow < FAILURES || this.state === 'down') return;
		if (this.state === 'none') {
			this.beganAt = now;
			this.probes = 0;
		}
		if (isRepeated) this.probes = 0;
		this.goDown(now);
	}

	/** It got a clear answer: the service is well. */
	answered(): void {
		this.state = 'none';
		this.failuresInARow = 0;
	}

	/** It came to nothing that says how the service is, e.g. 429. */
	endedWithoutWord(): void {
		if (this.state === 'onTrial') this.state = 'awaitsTrial';
	}

	probeStarted(): void {
		this.nextProbeAt = Infinity;
	}

	probed(now: number, isHealthy: boolean): void {
		if (this.state !== 'down') return;
		if (isHealthy) this.state = 'awaitsTrial';
		else this.goDown(now);
	}

	/** Nobody waits for the answer any more: whoever else waits asks now. */
	probeAbandoned(now: number): void {
		if (this.state === 'down') this.nextProbeAt = now;
	}

	private goDown(now: number): void {
		this.state = 'down';
		this.nextProbeAt = now + Math.min(FIRST_PROBE_AFTER_MS * 2 ** this.probes, MAX_PROBE_AFTER_MS);
		this.probes++;
	}
}
