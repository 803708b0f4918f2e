import type { IDataObject } from 'n8n-workflow';
import type { ServiceResponse } from '../../nodes/Mailroom/service';
import type { Hold } from '../../nodes/Mailroom/transport/gate/Hold';
import { isFailed, type Failed } from '../../nodes/Mailroom/transport/Outcome';
import type { Client, ServiceOutcome } from '../../nodes/Mailroom/transport/ServiceClient';
import type { ServiceRequest } from '../../nodes/Mailroom/transport/ServiceRequest';

export interface ModelContact {
	email: string;
	name: string;
	hardBouncedAt: string | null;
	subscribedToLists: string[];
}

const LISTS = ['news', 'offers', 'tips'];
const PER_PAGE = 3;

/** What a service counts when it has so many contacts. */
export const TOTALS = {
	honest: (count) => count,
	capped: (count) => Math.min(count, PER_PAGE),
	missing: () => undefined,
	oneTooHigh: (count) => count + 1,
	pagesTooHigh: (count) => count + 2 * PER_PAGE,
	oneTooLow: (count) => count - 1,
	jumping: (count, random) => Math.floor(random() * (count + 2 * PER_PAGE)),
} satisfies Record<string, (count: number, random: () => number) => number | undefined>;

/** A service whose contacts change by chance, also while its pages are read, and that sometimes fails. */
export class ChangingService {
	/** In the order of the pages, which is not promised to stay. */
	contacts: ModelContact[] = [];

	/** Changes between two requests, until the service is calm. */
	unrest = { change: 0, move: 0, failure: 0, empty: 0, deadline: 0 };

	/** Ends the scan that is in progress, as n8n's time limit does. */
	deadline = new AbortController();

	/** Each contact as it was after each change, undefined where it was not there. */
	readonly history = new Map<string, Array<string | undefined>>();

	/** Whether this scan is one of additions or of removals: both together can hide a contact without a trace. */
	grows = true;

	/** Whether a page past the end is an error, not an empty page. */
	rejectsPastEnd = false;

	/** Totals on each page. */
	total: keyof typeof TOTALS = 'honest';

	private added = 0;

	constructor(private readonly random: () => number) {}

	readonly client: Client = {
		send: async (request, holds) => await this.answer(request, holds),
	};

	change(): void {
		const [contact, index] = this.any();
		const list = LISTS[Math.floor(this.random() * LISTS.length)];
		switch (Math.floor(this.random() * 5)) {
			case 0:
				return this.grows ? this.add(list) : this.remove(index);
			case 1:
				return this.set(contact, { name: `name ${this.random()}` });
			case 2:
				return this.set(contact, { hardBouncedAt: contact.hardBouncedAt ? null : '2026-05-01' });
			default: {
				const others = contact.subscribedToLists.filter((name) => name !== list);
				const isOn = others.length < contact.subscribedToLists.length;
				this.set(contact, { subscribedToLists: isOn ? others : [...others, list] });
			}
		}
	}

	add(list: string): void {
		const email = `contact${++this.added}@example.com`;
		const contact = { email, name: email, hardBouncedAt: null, subscribedToLists: [list] };
		this.contacts.splice(Math.floor(this.random() * (this.contacts.length + 1)), 0, contact);
		this.record(contact);
	}

	private async answer(
		{ qs, signal }: ServiceRequest,
		holds: Hold[] = [],
	): Promise<ServiceOutcome> {
		for (const hold of holds) hold.start?.();
		await Promise.resolve();
		if (this.happens('deadline')) this.deadline.abort(new Error('Time is up'));
		if (this.deadline.signal.aborted || signal?.aborted) return undefined;
		if (this.happens('failure')) return fails({ kind: 'notSent' });
		const answer = this.page(Number(qs?.page));
		if (this.happens('move')) this.move();
		if (this.happens('change')) this.change();
		if (isFailed(answer)) return answer;
		return {
			kind: 'accepted',
			result: structuredClone(answer) as unknown as ServiceResponse,
			at: 0,
		};
	}

	private page(page: number) {
		const isEmpty = page === 1 && this.happens('empty');
		const all = isEmpty ? [] : this.contacts;
		const data = all.slice((page - 1) * PER_PAGE, page * PER_PAGE);
		if (this.rejectsPastEnd && page > 1 && data.length === 0)
			return fails({ status: 404, scope: 'units' });
		const total = TOTALS[this.total](all.length, this.random);
		return { success: true, data, metadata: { page, per: PER_PAGE, total } };
	}

	private move(): void {
		const [contact, index] = this.any();
		this.contacts.splice(index, 1);
		this.contacts.splice(Math.floor(this.random() * (this.contacts.length + 1)), 0, contact);
	}

	private remove(index: number): void {
		if (this.contacts.length < 3) return;
		const [contact] = this.contacts.splice(index, 1);
		this.history.get(contact.email)?.push(undefined);
	}

	private set(contact: ModelContact, fields: Partial<ModelContact>): void {
		Object.assign(contact, fields);
		this.record(contact);
	}

	private record(contact: ModelContact): void {
		const states = this.history.get(contact.email) ?? [undefined];
		this.history.set(contact.email, [...states, JSON.stringify(contact)]);
	}

	private any(): [ModelContact, number] {
		const index = Math.floor(this.random() * this.contacts.length);
		return [this.contacts[index], index];
	}

	private happens(what: keyof ChangingService['unrest']): boolean {
		return this.random() < this.unrest[what];
	}
}

const fails = (fields: Partial<Failed>): Failed => ({
	...{ kind: 'rejected', problem: 'It fails', scope: 'request' },
	...fields,
});

/** The contact in an event. */
export const asModel = (contact: IDataObject) => JSON.stringify(contact);
