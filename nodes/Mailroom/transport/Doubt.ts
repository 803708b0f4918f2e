import type { ServiceRequest } from './ServiceRequest';
import { VERDICTS, type Attempt } from './verdict';

/** Whether the service may have acted on a request, over its attempts. A read changes nothing, so its attempts raise no doubt. */
export class Doubt {
	/** An attempt that has ended is in doubt. */
	isOfEarlierAttempt: boolean;
	private isOfCurrent = false;
	private readonly isChange: boolean;

	constructor({ idempotency, wasInDoubt }: Pick<ServiceRequest, 'idempotency' | 'wasInDoubt'>) {
		this.isChange = idempotency !== 'safe';
		this.isOfEarlierAttempt = wasInDoubt === true;
	}

	get isPresent(): boolean {
		return this.isOfEarlierAttempt || this.isOfCurrent;
	}

	/** Until its result is known, the attempt may have changed something, also if the node throws. */
	attemptLeaves(): void {
		this.isOfCurrent = this.isChange;
	}

	attemptFailed({ verdict }: Attempt): void {
		this.isOfEarlierAttempt ||= this.isChange && VERDICTS[verdict].kind === 'inDoubt';
		this.isOfCurrent = false;
	}
}
