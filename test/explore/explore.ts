import { Ledger } from '../../nodes/Mailroom/sendOnce/Ledger';
import { claimedValue, openValue } from '../../nodes/Mailroom/sendOnce/dedupEntry';
import type { Claim } from '../../nodes/Mailroom/sendOnce/Claim';
import type { Claimant } from '../../nodes/Mailroom/sendOnce/ClaimRequest';
import { World, type Process, type Step } from './World';

/** What the processes want, and what may happen to them. */
export interface Scenario {
	name: string;
	/** For each process its requests, and for each the names of its recipients. */
	processes: string[][][];
	/** Recipients whom the service rejects at first. */
	rejectsOnce?: string[];
	/** Who may crash, once, at any point: nobody by default. */
	mayCrash?: number[];
	/** "Send" in place of "Fail". */
	evenInDoubt?: boolean;
	/** Whether a call of the store may take longer than the ledger assumes. */
	isSlow?: boolean;
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

/** Less than anybody waits for another process. */
const ASK_TO_START_EVERY_MS = 100;

/** How a story went. */
class Story {
	readonly world: World;

	readonly delivered = new Map<string, number>();

	readonly told: Array<{ process: number; recipient: string; kind: string }> = [];

	readonly rejected = new Set<string>();

	constructor(readonly scenario: Scenario) {
		this.world = new World(scenario.processes.length, scenario.isSlow !== true);
		for (const process of this.world.processes) this.start(process);
	}

	private start(process: Process): void {
		const ledger = new Ledger(process.clock, process.store, 0);
		ledger.use(process.store, 1_000);
		const claimant = { isWanted: () => true, leftInDoubt: new Set<string>() };
		let before = Promise.resolve();
		for (const [order, recipients] of this.scenario.processes[process.number].entries()) {
			before = this.send({ process, ledger, claimant, order }, recipients, before);
		}
	}

	/**
	 * What a run of the node does with the recipients of one request.
	 *
	 * @param before resolves when the request before has left, or will not
	 */
	private async send(
		run: { process: Process; ledger: Ledger; claimant: Claimant; order: number },
		recipients: string[],
		before: Promise<void>,
	): Promise<void> {
		const { process, ledger, claimant, order } = run;
		const { evenInDoubt } = this.scenario;
		const emails = recipients.map((name) => ({ name, evenInDoubt }));
		const answers = await ledger.claim({ emails, claimant, order });
		const claims: Claim[] = [];
		for (const [recipient, answer] of answers) {
			if (answer.kind === 'claimed') claims.push(answer.claim);
			else this.told.push({ process: process.number, recipient, kind: answer.kind });
		}
		await before;
		if (claims.length === 0) return;
		do {
			while (!ledger.canStart(claims)) await process.clock.sleep(ASK_TO_START_EVERY_MS);
			if (ledger.start(claims)) {
				for (const claim of claims) this.deliver(process, ledger, claim);
				return;
			}
		} while (claims.every(({ isHeld }) => isHeld));
		for (const claim of claims) ledger.end(claim, 'released');
		const again = claims.map(({ name }) => name);
		await this.send(run, again, before);
	}

	private deliver(process: Process, ledger: Ledger, claim: Claim): void {
		const { name } = claim;
		if (this.scenario.rejectsOnce?.includes(name) && !this.rejected.has(name)) {
			this.rejected.add(name);
			ledger.end(claim, 'released');
			this.told.push({ process: process.number, recipient: name, kind: 'rejected' });
			return;
		}
		this.delivered.set(name, (this.delivered.get(name) ?? 0) + 1);
		this.told.push({ process: process.number, recipient: name, kind: 'delivered' });
		ledger.end(claim, 'sent');
	}

	/** The promises that this story breaks, when nothing can happen any more. */
	broken(): string[] {
		const { scenario, world, delivered, told } = this;
		const hasCrashed = world.processes.some(({ isCrashed }) => isCrashed);
		const broken: string[] = [];
		const wanted = new Set(scenario.processes.flat(2));
		for (const recipient of wanted) {
			const times = delivered.get(recipient) ?? 0;
			const mostTimes = scenario.evenInDoubt && hasCrashed ? 2 : 1;
			if (times > mostTimes) broken.push('doubled');
			const about = told.filter((one) => one.recipient === recipient);
			if (about.some(({ kind }) => kind === 'sent') && times === 0) broken.push('forgotten');
			if (!hasCrashed && about.some(({ kind }) => kind === 'inDoubt')) broken.push('blocked');
			const asking = scenario.processes.filter(
				(requests, number) =>
					!world.processes[number].isCrashed && requests.flat().includes(recipient),
			);
			if (about.length < asking.length) broken.push('never answered');
			const isClaimed = world.row.includes(claimedValue(recipient));
			const isOpen = world.row.includes(openValue(recipient));
			if (times > 0 && !isClaimed) broken.push('not remembered');
			if (!hasCrashed && isOpen) broken.push('left in doubt');
			if (!hasCrashed && times === 0 && isClaimed) broken.push('blocked for later');
			if (times === 0 && isClaimed && !isOpen) broken.push('counts as sent');
		}
		return broken;
	}
}

/**
 * Goes through every order in which the calls of the store of some processes can read and write, and with it every point at
 * which one of them can crash.
 *
 * Between two such steps nobody can notice what a process does, so it does it at once. From states that are the same it goes on
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
			const key = story.world.key + JSON.stringify(story.told);
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

/** After a crash so much time goes by that its leases have lapsed. */
function crashes({ scenario, world }: Story): Step[] {
	if (world.processes.some(({ isCrashed }) => isCrashed)) return [];
	return (scenario.mayCrash ?? []).map((number) => ({
		name: `${number} crashes`,
		take: () => {
			world.processes[number].isCrashed = true;
			world.timeOfDay += 30_000;
		},
	}));
}
