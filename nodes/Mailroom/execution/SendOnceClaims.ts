import type { Claim } from '../sendOnce/Claim';
import type { Claimant, ClaimAnswer, EmailAsked } from '../sendOnce/ClaimRequest';
import { sendOnceEntry } from '../sendOnce/dedupEntry';
import type { Ledger } from '../sendOnce/Ledger';
import { SEND_ONCE_KEY } from '../sendOnce/optionLabels';
import { isInDoubt } from '../transport/ServiceError';
import { EventLoopYield } from './EventLoopYield';
import { isOpen, type Batch, type Unit } from './Item';
import type { SendOnce, SendOnceSettings } from './Operation';
import type { Run } from './Run';
import { historyTooSmall, notClaimed } from './sendOnceErrors';

interface Keyed {
	unit: Unit;
	settings: SendOnceSettings;
	asked: EmailAsked;
	order: number;
	claim?: Claim;
}

/** Undefined without keys. If the history can't be used, units with a key fail. */
export async function sendOnceClaims(run: Run): Promise<SendOnceClaims | undefined> {
	const { sendOnce } = run.operation;
	if (!sendOnce) return undefined;
	const keyed: Keyed[] = [];
	const eventLoop = new EventLoopYield();
	for (const unit of run.items.flatMap(({ units }) => units).filter(isOpen)) {
		const settings = sendOnce.settings(unit.values);
		const asked = settings && askedOf(unit, settings, sendOnce);
		if (asked) keyed.push({ unit, settings, asked, order: keyed.length });
		await eventLoop.ifDue();
	}
	if (keyed.length === 0) return undefined;
	const sizes = keyed.map(({ settings }) => settings.historySize);
	const historySize = sizes.reduce((least, size) => Math.min(least, size));
	const valuesOfRecipient = sendOnce.onlyEmail ? 2 : 1;
	try {
		const ledger = run.openLedger(historySize * valuesOfRecipient);
		const recipients = distinct(keyed).length;
		if (recipients > historySize) {
			failAll(run, keyed, historyTooSmall(historySize, recipients, sendOnce.noun));
		}
		return new SendOnceClaims(run, ledger, sendOnce.noun, keyed);
	} catch (error) {
		failAll(run, keyed, error);
		return undefined;
	}
}

function askedOf(
	{ values }: Unit,
	{ key, inDoubt }: SendOnceSettings,
	sendOnce: SendOnce<unknown>,
): EmailAsked {
	const { kind, name: recipient } = sendOnce.recipient(values);
	return {
		name: sendOnceEntry({ kind, key, recipient }),
		digest: sendOnce.onlyEmail?.(values),
		evenInDoubt: inDoubt === 'send',
	};
}

/** Claims emails before they are sent, and skips those already sent. */
export class SendOnceClaims {
	private readonly keyed: Map<Unit, Keyed>;

	private claimant: Claimant | undefined;

	constructor(
		private readonly run: Run,
		private readonly ledger: Ledger,
		private readonly noun: string,
		keyed: Keyed[],
	) {
		this.keyed = new Map(keyed.map((one) => [one.unit, one]));
	}

	/** @returns the units to send; the others have an outcome, unless the run was stopped */
	async claim(batch: Batch, stopped: AbortSignal): Promise<Unit[]> {
		this.claimant ??= this.claimantUntil(() => stopped.aborted);
		const unclaimed = this.keyedOf(batch.units.filter(isOpen)).filter(({ claim }) => !claim);
		if (unclaimed.length > 0) await this.claimAll(unclaimed, this.claimant);
		const isClaimed = (unit: Unit) => !this.keyed.has(unit) || this.keyed.get(unit)?.claim;
		return batch.units.filter((unit) => isOpen(unit) && isClaimed(unit));
	}

	canStart({ units }: Batch): boolean {
		return this.ledger.canStart(this.claimsOf(units));
	}

	/**
	 * @returns false if claims may be lost; call `claim` again
	 * @throws DedupStoreError
	 */
	start({ units }: Batch): boolean {
		const claims = this.claimsOf(units);
		if (this.ledger.start(claims)) return true;
		// If any claim is lost, the batch claims all its emails again.
		if (claims.every(({ isHeld }) => isHeld)) return false;
		for (const unit of units) this.end(unit);
		return false;
	}

	/** Without an outcome, the claim is released. */
	end(unit: Unit): void {
		const keyed = this.keyed.get(unit);
		if (!keyed?.claim) return;
		const { outcome } = unit;
		const isUncertain = outcome?.kind === 'failed' && isInDoubt(outcome.error);
		const certain = outcome?.kind === 'accepted' ? 'sent' : 'released';
		this.ledger.end(keyed.claim, isUncertain ? 'inDoubt' : certain);
		keyed.claim = undefined;
	}

	/** Releases unsent claims. Must be called when no request is in flight. */
	async finish(): Promise<void> {
		const { run, claimant } = this;
		const written = claimant && this.ledger.finish(claimant);
		const finished = written?.catch((error: Error) => {
			// Only a hint, as the emails were sent.
			run.addHint(error.message);
			run.log(error.message);
		});
		// A canceled run must report its summary without a wait.
		if (run.isCancelled) return;
		await finished;
		this.addHint();
	}

	private addHint(): void {
		const all = [...this.keyed.values()];
		const before = all.filter(({ unit }) => unit.outcome?.kind === 'alreadySent');
		if (before.length === 0) return;
		const [some, total] = [before, all].map((keyed) =>
			distinct(keyed).length.toLocaleString('en-US'),
		);
		this.run.addHint(
			`Skipped ${some} of ${total} ${this.noun}: this ${SEND_ONCE_KEY} was already used for them, so nothing was sent again. For a different email, use a different key, such as one with ${this.noun === 'lists' ? 'the issue number' : 'an order number'}.`,
		);
	}

	private claimantUntil(isOver: () => boolean): Claimant {
		return { isWanted: () => !isOver(), leftInDoubt: new Set() };
	}

	private keyedOf(units: Unit[]): Keyed[] {
		return units.flatMap((unit) => this.keyed.get(unit) ?? []);
	}

	private claimsOf(units: Unit[]): Claim[] {
		return this.keyedOf(units).flatMap(({ claim }) => claim ?? []);
	}

	private async claimAll(keyed: Keyed[], claimant: Claimant): Promise<void> {
		const [{ order }] = keyed;
		try {
			const answers = await this.ledger.claim({ emails: distinct(keyed), claimant, order });
			// Items with the same email share an output item, even if sent earlier.
			const batches = new Map(keyed.map(({ unit, asked }) => [asked.name, { units: [unit] }]));
			for (const one of keyed) {
				const { name } = one.asked;
				const [answer, batch] = [answers.get(name), batches.get(name)];
				if (answer && batch) this.take(one, answer, batch);
			}
		} catch (error) {
			failAll(this.run, keyed, error);
		}
	}

	private take(keyed: Keyed, answer: ClaimAnswer, batch: Batch): void {
		const { unit, settings } = keyed;
		const { kind } = answer;
		if (kind === 'claimed') keyed.claim = answer.claim;
		else if (kind === 'sent' || (kind === 'inDoubt' && settings.inDoubt === 'skip')) {
			this.run.note({ kind: 'alreadySent', batch }, [unit]);
		} else if (kind !== 'notWanted') {
			const error = notClaimed(kind, settings.inDoubt);
			this.run.note({ kind: 'failed', batch, error }, [unit]);
		}
	}
}

function failAll(run: Run, keyed: Keyed[], error: unknown): void {
	for (const { unit } of keyed) run.note({ kind: 'failed', batch: { units: [unit] }, error });
}

function distinct(keyed: Keyed[]): EmailAsked[] {
	return [...new Map(keyed.map(({ asked }) => [asked.name, asked])).values()];
}
