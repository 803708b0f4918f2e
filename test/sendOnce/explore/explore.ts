import { Ledger } from '../../../nodes/Mailroom/sendOnce/Ledger';
import { claimedValue, openValues } from '../../../nodes/Mailroom/sendOnce/Entry';
import type { Ending } from '../../../nodes/Mailroom/sendOnce/Claim';
import type { Claimant } from '../../../nodes/Mailroom/sendOnce/ClaimRequest';
import { stateKey } from './stateKey';
import { World, type Process, type Step } from './World';

/** Tasks of the processes, and possible events. */
export interface Scenario {
	name: string;
	/** For each process its requests, and for each the names of its recipients. */
	processes: string[][][];
	/** Whether each request is a run of its own. By default, those of a process are one run. */
	isRunEach?: boolean;
	/** During which call of the first process its first run is canceled. */
	cancelsAtCall?: number;
	/** Recipients whom the service rejects at first. */
	rejectsOnce?: string[];
	/** Processes that may crash once at any point, by default none. */
	mayCrash?: number[];
	/** "Send" in place of "Fail". */
	evenInDoubt?: boolean;
	/** Whether a call of the store may take longer than the ledger assumes. */
	isSlow?: boolean;
	/** Time between claims and turn of the first request of the first process. */
	turnAfterMs?: number;
	/** Time between that request and its response. */
	answerAfterMs?: number;
	/** During which call of the first process it is answered, if `answerAfterMs` is not over before. */
	answersAtCall?: number;
	/** Recipients of whom the service does not say at first whether it sent the email, and whether it did. */
	unclearOnce?: { names: string[]; isSent: boolean };
	/** The email of each process, where a key belongs to one email. */
	digests?: string[];
	/** Which call of the first process reports a failure, although it has written. */
	failingCall?: number;
	/** Promises that are not kept in it: a remaining risk of the design. */
	doesNotPromise?: string[];
}

export interface Findings {
	/** Different ways in which the story goes, up to what is the same from then on. */
	histories: number;
	/** How often the same state was come to in another way. */
	joined: number;
	/** The first story of each kind that breaks a promise. */
	broken: Map<string, string[]>;
	/** Whether everything was explored. */
	isComplete: boolean;
}

const STEP_MS = 1_000;

/** How a story went. */
class Story {
	readonly world: World;

	readonly delivered = new Map<string, number>();

	readonly told: Array<{ process: number; recipient: string; kind: string }> = [];

	/** Recipients whose email was rejected, or has an unclear outcome. */
	readonly failed = new Set<string>();

	/** Response to the first request of the first process, while that waits for it. */
	private firstAnswer: { inMs: number; end: () => void } | undefined;

	private firstRun: Claimant | undefined;

	private isCanceled = false;

	private readonly ledgers: Ledger[];

	constructor(readonly scenario: Scenario) {
		const { processes, isSlow, failingCall } = scenario;
		this.world = new World(processes.length, isSlow !== true, failingCall);
		this.ledgers = this.world.processes.map((process) => this.start(process));
		const [ledger] = this.ledgers;
		this.world.onCall = (process, call) => {
			if (process.number > 0) return;
			if (call === scenario.answersAtCall) this.answerFirst();
			if (call !== scenario.cancelsAtCall) return;
			this.isCanceled = true;
			if (this.firstRun) void ledger.finish(this.firstRun).catch(() => {});
		};
	}

	get key(): string {
		const told = this.told.map((one) => JSON.stringify(one)).sort();
		const { cancelsAtCall = 0, answersAtCall = 0 } = this.scenario;
		const callsLeft = this.world.callsLeft(Math.max(cancelsAtCall, answersAtCall));
		const sets = [this.delivered, this.failed].map((one) => [...one].sort());
		const others = [told, ...sets, callsLeft, this.firstAnswer?.inMs];
		return stateKey(this.world, this.ledgers, others);
	}

	private start(process: Process): Ledger {
		const ledger = new Ledger(process.clock, process.store);
		ledger.use(process.store, 1_000);
		const newRun = () => {
			const run: Claimant = {
				isWanted: () => run !== this.firstRun || !this.isCanceled,
				leftInDoubt: new Set(),
			};
			if (process.number === 0) this.firstRun ??= run;
			return { run, before: Promise.resolve() };
		};
		let last = newRun();
		for (const [index, recipients] of this.scenario.processes[process.number].entries()) {
			if (this.scenario.isRunEach && index > 0) last = newRun();
			const isFirst = process.number === 0 && index === 0;
			const run = { process, ledger, claimant: last.run, isFirst };
			last.before = this.send(run, recipients, last.before);
		}
		return ledger;
	}

	/**
	 * Simulates a run of the node with the recipients of one request.
	 *
	 * @param before resolves when the request before has left, or will not
	 */
	private async send(
		run: { process: Process; ledger: Ledger; claimant: Claimant; isFirst: boolean },
		recipients: string[],
		before: Promise<void>,
	): Promise<void> {
		const { process, ledger, claimant, isFirst } = run;
		const { evenInDoubt, turnAfterMs, answerAfterMs, digests } = this.scenario;
		const digest = digests?.[process.number];
		const emails = recipients.map((name) => ({ name, evenInDoubt, digest }));
		const request = ledger.claim(emails, claimant);
		const claims = () => recipients.flatMap((name) => request.claimOf(name) ?? []);
		const tell = (recipient: string, kind: string) =>
			this.told.push({ process: process.number, recipient, kind });
		await before;
		await request.whenReady();
		if (turnAfterMs && isFirst) {
			await process.clock.sleep(turnAfterMs);
			await request.whenReady();
		}
		while (!ledger.start(claims())) await request.whenReady();
		for (const [recipient, kind] of request.answers) tell(recipient, String(kind));
		const started = claims().map(({ name }) => name);
		const { kind, ending, isSent } = this.outcomeOf(started);
		for (const name of started) {
			if (isSent) this.delivered.set(name, (this.delivered.get(name) ?? 0) + 1);
			tell(name, kind);
		}
		const end = () => {
			for (const name of started) ledger.end(request, name, ending);
		};
		if (answerAfterMs && isFirst) {
			this.firstAnswer = { inMs: answerAfterMs, end };
			void this.waitForFirstAnswer(process);
		} else end();
	}

	/** In small steps: nobody's clock goes on for long while another process does nothing. */
	private async waitForFirstAnswer({ clock }: Process): Promise<void> {
		while (this.firstAnswer && this.firstAnswer.inMs > 0) {
			await clock.sleep(STEP_MS);
			if (this.firstAnswer) this.firstAnswer.inMs -= STEP_MS;
		}
		this.answerFirst();
	}

	private answerFirst(): void {
		this.firstAnswer?.end();
		this.firstAnswer = undefined;
	}

	private outcomeOf(names: string[]): { kind: string; ending: Ending; isSent: boolean } {
		const { rejectsOnce, unclearOnce } = this.scenario;
		if (this.fails(names, rejectsOnce)) {
			return { kind: 'rejected', ending: 'released', isSent: false };
		}
		if (unclearOnce && this.fails(names, unclearOnce.names)) {
			return { kind: 'unclear', ending: 'inDoubt', isSent: unclearOnce.isSent };
		}
		return { kind: 'delivered', ending: 'sent', isSent: true };
	}

	/** Once for each recipient. */
	private fails(names: string[], failing: string[] = []): boolean {
		const first = names.filter((name) => failing.includes(name) && !this.failed.has(name));
		for (const name of first) this.failed.add(name);
		return first.length > 0;
	}

	/** The promises that this story breaks, when nothing can happen any more. */
	broken(): string[] {
		const { scenario, world, delivered, told } = this;
		const { evenInDoubt, answerAfterMs, failingCall, unclearOnce } = scenario;
		const hasCrashed = world.processes.some(({ isCrashed }) => isCrashed);
		const isSilent = [answerAfterMs, failingCall, unclearOnce].some((one) => one !== undefined);
		const mayBeInDoubt = hasCrashed || isSilent || world.isDelayed;
		const broken: string[] = [];
		for (const recipient of new Set(scenario.processes.flat(2))) {
			const times = delivered.get(recipient) ?? 0;
			if (times > (evenInDoubt && mayBeInDoubt ? 2 : 1)) broken.push('duplicates');
			const about = told.filter((one) => one.recipient === recipient);
			if (about.some(({ kind }) => kind === 'sent') && times === 0) broken.push('forgotten');
			if (!mayBeInDoubt && about.some(({ kind }) => kind === 'inDoubt')) broken.push('blocked');
			const asking = scenario.processes.flatMap((requests, number) =>
				requests.filter((names) => !world.processes[number].isCrashed && names.includes(recipient)),
			);
			if (about.length < asking.length) broken.push('never answered');
			const isClaimed = world.row.includes(claimedValue(recipient));
			const isOpen = openValues(recipient, 2).some((value) => world.row.includes(value));
			// A live claim that was taken over, and is released late, may remove what the take-over has stored.
			const mayBeForgotten = evenInDoubt && world.isDelayed;
			if (times > 0 && !isClaimed && !mayBeForgotten) broken.push('not remembered');
			const isUnclear = about.some(({ kind }) => kind === 'unclear');
			const isClear = about.some(({ kind }) => kind === 'delivered');
			if (isUnclear && !isClear && !isOpen) broken.push('doubt forgotten');
			const mayStayOpen = hasCrashed || failingCall !== undefined || isUnclear;
			if (!mayStayOpen && isOpen) broken.push('left in doubt');
			if (!mayStayOpen && times === 0 && isClaimed) broken.push('blocked for later');
			if (times === 0 && isClaimed && !isOpen) broken.push('counts as sent');
		}
		return broken;
	}
}
/**
 * Goes through every order in which the calls of the store of some processes can read and write, and with it every point at
 * which one of them can crash.
 *
 * Between two such steps, no other process can notice a process's work, so it happens at once. From states that are the same it goes on
 * once.
 */
export async function explore(
	scenario: Scenario,
	{ mostHistories = Infinity }: { mostHistories?: number } = {},
): Promise<Findings> {
	const known = new Set<string>();
	const findings: Findings = { histories: 0, joined: 0, broken: new Map(), isComplete: true };
	/** Numbers of the steps to take, of stories that are not told yet: those that differ early come first. */
	const untold: number[][] = [[]];
	for (let path = untold.shift(); path; path = untold.shift()) {
		if (findings.histories + findings.joined >= mostHistories) {
			findings.isComplete = false;
			break;
		}
		await tell(scenario, { path, known, untold, findings });
	}
	return findings;
}

async function tell(
	scenario: Scenario,
	{
		path,
		known,
		untold,
		findings,
	}: { path: number[]; known: Set<string>; untold: number[][]; findings: Findings },
): Promise<void> {
	const story = new Story(scenario);
	const taken: number[] = [];
	const names: string[] = [];
	for (;;) {
		await story.world.rest();
		const isNew = taken.length >= path.length;
		if (isNew && taken.length > 0) {
			const { key } = story;
			if (known.has(key)) {
				findings.joined++;
				return;
			}
			known.add(key);
		}
		const steps = [...story.world.steps(), ...crashes(story)];
		if (!steps.some(({ name }) => !name.endsWith('crashes'))) break;
		const choice = isNew ? 0 : path[taken.length];
		if (isNew) {
			for (let other = steps.length - 1; other > 0; other--) untold.push([...taken, other]);
		}
		taken.push(choice);
		names.push(steps[choice].name);
		steps[choice].take();
	}
	findings.histories++;
	for (const kind of story.broken()) {
		const told = story.told.map(
			({ process, recipient, kind: what }) => `${process} told ${recipient} ${what}`,
		);
		if (!findings.broken.has(kind)) findings.broken.set(kind, [...names, ...told]);
	}
}

function crashes({ scenario, world }: Story): Step[] {
	if (world.processes.some(({ isCrashed }) => isCrashed)) return [];
	return (scenario.mayCrash ?? []).map((number) => ({
		name: `${number} crashes`,
		take: () => {
			world.processes[number].isCrashed = true;
		},
	}));
}
