import type { ServiceRequest } from './ServiceRequest';
import { VERDICTS, type Attempt } from './verdict';

/** Whether the service may have acted on a request, over its attempts. A read changes nothing, so its attempts raise no doubt. */
export class Doubt {
	private readonly isChange: boolean;
	private isOfEnded: boolean;
	private isOfCurrent = false;

	constructor({ idempotency, wasInDoubt }: Pick<ServiceRequest, 'idempotency' | 'wasInDoubt'>) {
		this.isChange = idempotency !== 'safe';
		this.isOfEnded = wasInDoubt === true;
	}

	get isPresent(): boolean {
		return this.isOfEnded || this.isOfCurrent;
	}

	/** An attempt before the current one is in doubt. */
	get isOfEarlierAttempt(): boolean {
		return this.isOfEnded;
	}

	/** Until its result is known, the attempt may have changed something, also if the node throws. */
	attemptLeaves(): void {
		this.isOfCurrent = this.isChange;
	}

	attemptFailed({ verdict }: Attempt): void {
		this.isOfEnded ||= this.isChange && VERDICTS[verdict].kind === 'inDoubt';
		this.isOfCurrent = false;
	}
}
