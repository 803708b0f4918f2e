import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { callWebhook, type Bench } from './startBench';

export interface Order {
	order: string;
	email: string;
}

/** New orders, each of another customer. */
export function newOrders(count: number): Order[] {
	const name = randomUUID().slice(0, 8);
	return Array.from({ length: count }, (_, index) => ({
		order: `${name}-${index + 1}`,
		email: `customer-${index + 1}@${name}.example`,
	}));
}

export const emailsOf = (orders: Order[]) => orders.map(({ email }) => email);

/** Calls the webhook of the receipts with an order. */
export const call = async (bench: Bench, order: object) =>
	await callWebhook(bench, 'order-paid', order);

/** n8n may not respond for an execution that has ended, even if no other runs. */
export function assertAnswer(status: number, expected: number, what?: string) {
	if (status !== 0) assert.equal(status, expected, what);
}

/** Calls it with all of them at once. */
export const callAll = async (bench: Bench, orders: Order[]) =>
	await Promise.all(orders.map(async (order) => await call(bench, order)));

/** Keys of these orders that are claimed and not marked as sent. */
export async function openKeys({ select }: Bench, orders: Order[]): Promise<string[]> {
	const rows = await select<{ key: string }>(
		`SELECT key FROM sent_emails WHERE sent_at IS NULL AND key IN (${orders.map(({ order }) => `'receipt ${order}'`).join()})`,
	);
	return rows.map(({ key }) => key);
}
