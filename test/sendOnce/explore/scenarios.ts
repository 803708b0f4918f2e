import type { Scenario } from './explore';

const SAME = [[['ada']], [['ada']]];

const TWO_RUNS = [[['ada'], ['ada']], [['ada']]];

/** Short enough for every test run. */
export const shortScenarios: Scenario[] = [
	{ name: 'two processes, the same recipient', processes: SAME },
	{ name: 'two processes, different recipients', processes: [[['ada']], [['grace']]] },
];

export const longScenarios: Scenario[] = [
	{ name: 'the same recipient, rejected at first', processes: SAME, rejectsOnce: ['ada'] },
	{
		name: 'requests with the same two recipients',
		processes: [[['ada', 'grace']], [['grace', 'ada']]],
	},
	{
		name: 'two requests each, in another order',
		processes: [
			[['ada'], ['grace']],
			[['grace'], ['ada']],
		],
	},
	{
		name: 'two requests each, one rejected at first',
		processes: [
			[['ada'], ['grace']],
			[['ada'], ['grace']],
		],
		rejectsOnce: ['ada'],
	},
	{ name: 'the same recipient, one process crashes', processes: SAME, mayCrash: [0] },
	{
		name: 'the same recipient, one process crashes, doubt is sent',
		processes: SAME,
		mayCrash: [0],
		evenInDoubt: true,
	},
	{
		name: 'different recipients, one process crashes',
		processes: [[['ada']], [['grace']]],
		mayCrash: [0],
	},
	{
		name: 'requests with the same two recipients, one process crashes',
		processes: [[['ada', 'grace']], [['grace', 'ada']]],
		mayCrash: [0],
	},
	{
		name: 'rejected at first, either process crashes',
		processes: SAME,
		rejectsOnce: ['ada'],
		mayCrash: [0, 1],
	},
	{
		name: 'rejected at first, either process crashes, doubt is sent',
		processes: SAME,
		rejectsOnce: ['ada'],
		mayCrash: [0, 1],
		evenInDoubt: true,
	},
	{
		name: 'two requests each, in another order, one process crashes',
		processes: [
			[['ada'], ['grace']],
			[['grace'], ['ada']],
		],
		mayCrash: [0],
	},
	{
		name: 'a claim that is not started for long',
		processes: SAME,
		turnAfterMs: 20_000,
		doesNotPromise: ['blocked'],
	},
	{
		name: 'a claim that is not started for long, doubt is sent',
		processes: SAME,
		turnAfterMs: 20_000,
		evenInDoubt: true,
		doesNotPromise: ['duplicates'],
	},
	{
		name: 'a take-over beside a live claim',
		processes: SAME,
		answerAfterMs: 20_000,
		evenInDoubt: true,
	},
	{
		name: 'a take-over beside a live claim, rejected at first',
		processes: SAME,
		answerAfterMs: 20_000,
		rejectsOnce: ['ada'],
		evenInDoubt: true,
		doesNotPromise: ['not remembered'],
	},
	{ name: 'another email with the same key', processes: SAME, digests: ['one', 'two'] },
	{
		name: 'another email with the same key, rejected at first',
		processes: SAME,
		digests: ['one', 'two'],
		rejectsOnce: ['ada'],
	},
	{
		name: 'two runs in a process, the same recipient',
		processes: TWO_RUNS,
		isRunEach: true,
	},
	{
		name: 'two runs in a process, rejected at first',
		processes: TWO_RUNS,
		isRunEach: true,
		rejectsOnce: ['ada'],
	},
	{
		name: 'two runs in a process, the other process crashes, doubt is sent',
		processes: TWO_RUNS,
		isRunEach: true,
		mayCrash: [1],
		evenInDoubt: true,
	},
	...[true, false].flatMap((isSent) => [
		{
			name: `an unclear outcome, ${isSent ? 'sent' : 'not sent'}`,
			processes: TWO_RUNS,
			isRunEach: true,
			unclearOnce: { names: ['ada'], isSent },
		},
		{
			name: `an unclear outcome, ${isSent ? 'sent' : 'not sent'}, doubt is sent`,
			processes: TWO_RUNS,
			isRunEach: true,
			unclearOnce: { names: ['ada'], isSent },
			evenInDoubt: true,
		},
	]),
	...[3, 4, 5].flatMap((answersAtCall) =>
		[{}, { rejectsOnce: ['ada'] }, { unclearOnce: { names: ['ada'], isSent: true } }].map(
			(outcome) => ({
				...outcome,
				name: `a response during call ${answersAtCall}, ${Object.keys(outcome)[0] ?? 'sent'}`,
				processes: [[['ada'], ['grace']], [['ada']]],
				answersAtCall,
				answerAfterMs: 5_000,
			}),
		),
	),
	...[1, 2, 3, 4, 5].map((cancelsAtCall) => ({
		name: `two runs in a process, one canceled during call ${cancelsAtCall}, the other process crashes`,
		processes: TWO_RUNS,
		isRunEach: true,
		mayCrash: [1],
		cancelsAtCall,
	})),
	...[1, 2, 3, 4, 5, 6].map((failingCall) => ({
		name: `call ${failingCall} of a process is stored and reports a failure`,
		processes: SAME,
		failingCall,
	})),
];

/** A second process may bring back what the third has undone. */
export const threeProcesses: Scenario = {
	name: 'three processes, the same recipient',
	processes: [[['ada']], [['ada']], [['ada']]],
};

/** Breaks an assumption of the ledger, so that duplicates must occur. */
export const slowStore: Scenario = {
	name: 'a store that takes longer than the ledger assumes',
	processes: SAME,
	isSlow: true,
};
