import type { Hold } from '../../transport/gate/Hold';

/** Waits while a rejected batch is sent in parts, so that with "Stop" no later item starts. */
export class SplitHold implements Hold {
	private splits = 0;
	private readonly wakes = new Set<() => void>();

	async during<T>(sendInParts: () => Promise<T>): Promise<T> {
		this.splits++;
		try {
			return await sendInParts();
		} finally {
			this.splits--;
			for (const wake of this.wakes) wake();
		}
	}

	start(): 'go' | 'wait' {
		return this.splits === 0 ? 'go' : 'wait';
	}

	onChange(wake: () => void): void {
		this.wakes.add(wake);
	}
}
