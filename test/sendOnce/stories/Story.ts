import fc from 'fast-check';

/** The fate of a request. `lost`: the service acts, and its response is lost. `unsent`: it does not act, and nobody learns that. */
export type Fate = 'accepted' | 'rejected' | 'lost' | 'unsent';

/** An execution of the node. */
export interface Execution {
	startsAtMs: number;
	/** The recipients of each request. */
	requests: number[][];
	inDoubt: 'fail' | 'skip' | 'send';
	/** Tries of "Retry On Fail". */
	tries: number;
	/** With "Stop", no request starts after a failure. */
	stops: boolean;
	canceledAfterMs: number | undefined;
}

/** One process of n8n, which can crash and start again, before a service and a store that can fail. */
export interface Story {
	executions: Execution[];
	/** Of the requests, in the order of their starts. The others are accepted. */
	fates: Fate[];
	answerMs: number[];
	storeMs: number;
	/** `after`: the call fails although it has written. */
	storeFails: Array<{ atMs: number; forMs: number; when: 'before' | 'after' }>;
	crashesAtMs: number[];
}

const SPAN_MS = 8_000;

const time = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: SPAN_MS }));
/** Some recipients are in many requests, and there are enough to fill the room. */
const recipient = fc.oneof(fc.nat(7), fc.integer({ min: 8, max: 60 }));
const request = fc.uniqueArray(recipient, { minLength: 1, maxLength: 3 });
const execution = fc.record<Execution>({
	startsAtMs: time,
	requests: fc.array(request, { minLength: 1, maxLength: 12 }),
	inDoubt: fc.constantFrom('fail', 'skip', 'send'),
	tries: fc.integer({ min: 1, max: 3 }),
	stops: fc.boolean(),
	canceledAfterMs: fc.option(time, { nil: undefined, freq: 5 }),
});
const fate = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<Fate>('accepted') },
	{ weight: 2, arbitrary: fc.constant<Fate>('rejected') },
	{ weight: 1, arbitrary: fc.constantFrom<Fate>('lost', 'unsent') },
);
const failure = fc.record({
	atMs: time,
	forMs: fc.integer({ min: 10, max: 3_000 }),
	when: fc.constantFrom('before' as const, 'after' as const),
});

export const stories = fc.record<Story>({
	executions: fc.array(execution, { minLength: 1, maxLength: 8 }),
	fates: fc.array(fate, { maxLength: 20 }),
	answerMs: fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 10 }),
	storeMs: fc.constantFrom(0, 5, 50, 400),
	storeFails: fc.array(failure, { maxLength: 2 }),
	crashesAtMs: fc.array(time, { maxLength: 2 }),
});

const plain = { inDoubt: 'fail', tries: 1, stops: false, canceledAfterMs: undefined } as const;
const filling = Array.from({ length: 20 }, (_, index) => [index]);

/** One run fills the room, a second waits for two of its recipients, and a third for room and one of the second's. */
export const crowd: Story = {
	executions: [
		{ ...plain, startsAtMs: 0, requests: filling },
		{ ...plain, startsAtMs: 1, requests: [[0, 20]] },
		{ ...plain, startsAtMs: 2, requests: [[20]] },
	],
	...{ fates: [], answerMs: [1_000], storeMs: 5, storeFails: [], crashesAtMs: [] },
};
