const { storedContacts } = require('../engine/workloads/contacts');
const { goalTable } = require('../report/goalTable');
const { markdownTable } = require('../report/markdownTable');
const { count, median, megabytes, rangeOf } = require('../report/numbers');
const { runOnSandbox } = require('../runOnSandbox');

/**
 * @typedef {import('../prepare').Bench} Bench
 * @typedef {import('../engine/measured').Cost} Cost
 * @typedef {keyof typeof NODES} NodeName
 * @typedef {keyof typeof WORKS} WorkName
 * @typedef {Record<NodeName, Cost[]>} Costs of each round
 */

/** `mostCpu`: what this node may spend at most, as a share of what the HTTP Request node spends on the same work. */
const WORKS = {
	upsert: { title: 'create or update a contact', rounds: 3, mostCpu: 0.15 },
	get: { title: 'get a contact', rounds: 3, mostCpu: 1 },
	sendTransactional: { title: 'send a transactional email', rounds: 3, mostCpu: 1 },
	upsertComputed: { title: 'the first, with computed values', rounds: 1, mostCpu: undefined },
};
const MOST_MEMORY = 1;

/** Both start five requests per millisecond, which is faster than they can be done, but not all at once. */
const NODES = {
	mailroom: { intervalMs: 0.2 },
	httpRequest: { options: { batching: { batch: { batchSize: 5, batchInterval: 1 } } } },
};
const ITEM_COUNT = 10_000;

/**
 * What n8n spends on a run, without any limit, beside its HTTP Request node.
 *
 * @param {Bench} bench
 * @returns {Promise<import('../report/goalTable').Row>}
 */
async function cost(bench) {
	const itemCount = ITEM_COUNT * bench.scale;
	const goals = [];
	const rows = [];
	for (const work of /** @type {WorkName[]} */ (Object.keys(WORKS))) {
		const costs = await costsOf(bench, work, itemCount);
		goals.push(...goalsOf(work, costs));
		rows.push(...rowsOf(work, costs, itemCount));
	}
	const table = markdownTable(
		[`${count(itemCount)} items`, 'node', 'CPU per item', 'memory', 'time'],
		rows,
	);
	return { goals, report: `${goalTable(goals)}\n\n${table}` };
}

/**
 * Both nodes in turns, so that what else happens on the machine meets both.
 *
 * @param {Bench} bench
 * @param {WorkName} work
 * @param {number} itemCount
 */
async function costsOf(bench, work, itemCount) {
	/** @type {Costs} */
	const costs = { mailroom: [], httpRequest: [] };
	for (let round = 0; round < WORKS[work].rounds; round++) {
		/** @type {NodeName[]} */
		const nodeNames = ['mailroom', 'httpRequest'];
		if (round % 2 === 1) nodeNames.reverse();
		for (const nodeName of nodeNames) {
			const { result } = await runOnSandbox(bench, {
				task: { ...NODES[nodeName], nodeName, work, itemCount },
				settings: { limit: 0 },
				seed: work === 'get' ? storedContacts(itemCount) : [],
			});
			if (result.error || result.itemCount !== itemCount) {
				throw new Error(
					`${nodeName} ${work}: ${result.itemCount} items, ${result.error ?? 'no error'}`,
				);
			}
			costs[nodeName].push(...result.tries);
			bench.say(`  ${work}, ${nodeName}: ${described(result.tries, itemCount)}`);
		}
	}
	return costs;
}

/** @param {Cost} cost */
const memoryOf = ({ peakBytes, idleBytes }) => peakBytes - idleBytes;

/** @param {Cost} cost */
const cpuOf = ({ cpuSeconds }) => cpuSeconds;

/**
 * @param {WorkName} work
 * @param {Costs} costs
 * @returns {import('../report/goalTable').Goal[]}
 */
function goalsOf(work, { mailroom, httpRequest }) {
	const { title, mostCpu } = WORKS[work];
	if (mostCpu === undefined) return [];
	/** @param {(cost: Cost) => number} measure */
	const ratio = (measure) => median(mailroom.map(measure)) / median(httpRequest.map(measure));
	const cpu = ratio(cpuOf);
	const memory = ratio(memoryOf);
	return [
		{
			work: title,
			toReach: `at most ${mostCpu} of the CPU of HTTP Request`,
			measured: cpu.toFixed(2),
			isMet: cpu <= mostCpu,
		},
		{
			work: title,
			toReach: `at most ${MOST_MEMORY} of the memory of HTTP Request`,
			measured: memory.toFixed(2),
			isMet: memory <= MOST_MEMORY,
		},
	];
}

/**
 * @param {WorkName} work
 * @param {Costs} costs
 * @param {number} itemCount
 */
function rowsOf(work, { mailroom, httpRequest }, itemCount) {
	/** @type {[string, Cost[]][]} */
	const nodes = [
		['Mailroom', mailroom],
		['HTTP Request', httpRequest],
	];
	return nodes.map(([node, costs]) => [
		WORKS[work].title,
		node,
		`${rangeOf(
			costs.map((cost) => (1000 * cpuOf(cost)) / itemCount),
			3,
		)} ms`,
		megabytes(median(costs.map(memoryOf))),
		`${median(costs.map(({ seconds }) => seconds)).toFixed(1)} s`,
	]);
}

/**
 * @param {Cost[]} costs
 * @param {number} itemCount
 */
function described([cost], itemCount) {
	const cpu = ((1000 * cost.cpuSeconds) / itemCount).toFixed(3);
	return `${cpu} ms of CPU per item, ${megabytes(memoryOf(cost))}, ${cost.seconds.toFixed(1)} s`;
}

module.exports = { cost };
