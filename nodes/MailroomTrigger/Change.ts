import type { IDataObject } from 'n8n-workflow';
import type { EventName } from './events';

/** One thing that is different from what the last looks saw of a contact. */
export interface Change {
	event: EventName;
	/** Of `subscribed` and `unsubscribed`. */
	list?: string;
	/** As the service has it; only its address where it was removed. */
	contact: IDataObject;
	/** How many changes of this contact were seen: tells two changes apart that are otherwise the same. */
	turn: number;
}
