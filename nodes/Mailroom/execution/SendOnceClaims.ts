import type { ClaimAnswer, Claimant, ClaimRequest, EmailAsked } from '../sendOnce/ClaimRequest';
import { sendOnceEntry } from '../sendOnce/dedupEntry';
import type { Ledger } from '../sendOnce/Ledger';
import { SEND_ONCE_KEY } from '../sendOnce/optionLabels';
import { grouped } from '../grouped';
import type { Hold } from '../transport/Hold';
import type { Failed } from '../transport/Outcome';
import { EventLoopYield } from './EventLoopYield';
import { failedBy } from './failedBy';
import { isOpen, type Batch, type Unit } from './Item';
import type { SendOnce, SendOnceSettings } from './Operation';
import type { Run } from './Run';
import { notClaimed } from './sendOnceErrors';

interface Keyed {
	unit: Unit;
	settings: SendOnceSettings;
	asked: EmailAsked;
	order: number;
	request?: ClaimRequest;
}

/** Undefined without keys. If the history can't be used, units with a key fail. */
export async function sendOnceClaims(run: Run): Promise<SendOnceClaims | undefined> {
	const { sendOnce } = run.operation;
	if (!sendOnce) return undefined;
	const keyed: Keyed[] = [];
	const eventLoop = new EventLoopYield();
	// Includes units of invalid items, whose status the summary tells.
	for (const unit of run.items.flatMap(({ units }) => units).filter(isOpen)) {
		const settings = sendOnce.settings(unit.values);
		const asked = settings && askedOf(unit, settings, sendOnce);
		if (asked) keyed.push({ unit, settings, asked, order: keyed.length });
		await eventLoop.ifDue();
	}
	if (keyed.length === 0) return undefined;
	const { onlyEmail, noun } = sendOnce;
	const names = distinct(keyed).map(({ name }) => name);
	const sizes = new Set(keyed.map(({ settings }) => settings.historySize));
	try {
		const ledger = run.openLedger({ names, sizes, noun, valuesEach: onlyEmail ? 2 : 1 });
		return new SendOnceClaims(run, ledger, noun, keyed);
	} catch (error) {
		failAll(run, keyed, failedBy(error));
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

	/** @returns the units to send; the others have an outcome, unless the run has ended */
	async claim(units: Unit[]): Promise<Unit[]> {
		const keyed = this.keyedOf(units);
		this.claimant ??= { isWanted: () => !this.run.ended.aborted, leftInDoubt: new Set() };
		const unasked = keyed.filter(({ request }) => !request);
		const asked = distinct(unasked);
		const request = asked[0] && this.ledger.claim(asked, this.claimant, unasked[0].order);
		for (const one of unasked) one.request = request;
		try {
			for (const one of requestsOf(keyed)) await one.whenReady();
			this.noteAnswers(keyed);
		} catch (error) {
			failAll(this.run, keyed, failedBy(error));
		}
		const isAnswered = (unit: Unit) => this.keyedOf([unit]).some((one) => answerOf(one));
		return units.filter((unit) => isOpen(unit) && !isAnswered(unit));
	}

	/** Closed while claims are written. Withdraws the request once another run has sent some of its emails. */
	hold({ units }: Batch): Hold {
		const keyed = this.keyedOf(units);
		const requests = requestsOf(keyed);
		const isAnswered = () => keyed.some((one) => answerOf(one));
		return {
			opensAt: () => {
				const error = requests.find((request) => request.error)?.error;
				if (error) return failedBy(error);
				if (isAnswered()) return undefined;
				return requests.every(({ isReady }) => isReady) ? -Infinity : Infinity;
			},
			start: () => {
				const claims = keyed.flatMap(({ request, asked }) => request?.claimOf(asked.name) ?? []);
				return claims.length === keyed.length && this.ledger.start(claims) ? undefined : 'closed';
			},
			onChange: (wake) => {
				for (const request of requests) request.onChange(wake);
			},
		};
	}

	/** Without an outcome, the claim is released. */
	end(unit: Unit): void {
		const keyed = this.keyed.get(unit);
		if (!keyed?.request) return;
		const { outcome } = unit;
		const isInDoubt = outcome?.kind === 'inDoubt';
		const certain = outcome?.kind === 'accepted' ? 'sent' : 'released';
		this.ledger.end(keyed.request, keyed.asked.name, isInDoubt ? 'inDoubt' : certain);
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
			`Skipped ${some} of ${total} ${this.noun}: this ${SEND_ONCE_KEY} was already used for them, so nothing was sent again. For a different email, use a different Send Once Key, such as one with ${this.noun === 'lists' ? 'the issue number' : 'an order number'}.`,
		);
	}

	private keyedOf(units: Unit[]): Keyed[] {
		return units.flatMap((unit) => this.keyed.get(unit) ?? []);
	}

	private noteAnswers(keyed: Keyed[]): void {
		// Items with the same email share an output item, even if sent earlier.
		for (const same of grouped(keyed, ({ asked }) => asked.name).values()) {
			const [{ settings }] = same;
			const answer = answerOf(same[0]);
			const batch = { units: same.map(({ unit }) => unit) };
			if (answer === undefined || answer === 'notWanted' || answer === 'ended') continue;
			if (answer === 'sent' || (answer === 'inDoubt' && settings.inDoubt === 'skip')) {
				this.run.note(batch, { kind: 'alreadySent' });
			} else this.run.note(batch, notClaimed(answer, settings.inDoubt));
		}
	}
}

function answerOf({ request, asked }: Keyed): ClaimAnswer | undefined {
	return request?.answers.get(asked.name);
}

function requestsOf(keyed: Keyed[]): ClaimRequest[] {
	return [...new Set(keyed.flatMap(({ request }) => request ?? []))];
}

function failAll(run: Run, keyed: Keyed[], failed: Failed): void {
	for (const { unit } of keyed) run.note({ units: [unit] }, failed);
}

function distinct(keyed: Keyed[]): EmailAsked[] {
	return [...new Map(keyed.map(({ asked }) => [asked.name, asked])).values()];
}
