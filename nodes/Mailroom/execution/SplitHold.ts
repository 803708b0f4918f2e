import type { Hold } from '../transport/gate/Hold';

/** Closed while a rejected batch is sent in parts, so that with "Stop" no later item starts. */
export class SplitHold implements Hold {
	private splits = 0;
	private readonly wakes = new Set<() => void>();

	close(): void {
		this.splits++;
	}

	open(): void {
		this.splits--;
		for (const wake of this.wakes) wake();
	}

	opensAt(): number {
		return this.splits === 0 ? -Infinity : Infinity;
	}

	onChange(wake: () => void): void {
		this.wakes.add(wake);
	}
}
