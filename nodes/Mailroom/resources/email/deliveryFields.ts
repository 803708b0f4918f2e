import type { INodeProperties } from 'n8n-workflow';
import { delayUntilDate } from '../../parameters/delayUntilDate';
import { InvalidParameter, shown } from '../../parameters/InvalidParameter';
import type { ItemParameters } from '../../parameters/ItemParameters';
import { delaySeconds } from '../../parameters/number';
import type { ListEmail } from '../../service';

/** When an email goes out. Only the field of the chosen way is shown and sent. */
export function deliveryFields(
	show: NonNullable<INodeProperties['displayOptions']>['show'],
): INodeProperties[] {
	return [
		{
			displayName: 'Delivery',
			name: 'delivery',
			type: 'options',
			options: [
				{ name: 'After a Delay', value: 'delay', description: 'Send some seconds from now' },
				{ name: 'At a Date and Time', value: 'date', description: 'Send at a certain moment' },
				{ name: 'Now', value: 'now', description: 'Send right away' },
			],
			default: 'now',
			displayOptions: { show },
			description: 'When the service sends the email',
		},
		{
			displayName: 'Delay Seconds',
			name: 'delaySeconds',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 60,
			displayOptions: { show: { ...show, delivery: ['delay'] } },
			description: 'How many seconds the service waits before it sends the email',
		},
		{
			displayName: 'Delay Until Date',
			name: 'delayUntilDate',
			type: 'dateTime',
			default: '',
			displayOptions: { show: { ...show, delivery: ['date'] } },
			description:
				"Moment at which the service sends the email. Without a UTC offset it's in the timezone of the workflow.",
		},
	];
}

/** The one field of the wire that the chosen delivery asks for. */
export function delivery(
	parameters: ItemParameters,
): Pick<ListEmail, 'delaySeconds' | 'delayUntilDate'> {
	const chosen = parameters.value('delivery');
	switch (chosen) {
		case 'now':
			return {};
		case 'delay':
			return { delaySeconds: delaySeconds(parameters.value('delaySeconds'), 'Delay Seconds') };
		case 'date':
			return {
				delayUntilDate: delayUntilDate(
					parameters.value('delayUntilDate'),
					'Delay Until Date',
					parameters.timezone,
				),
			};
		default:
			throw new InvalidParameter('Delivery', `must be now, delay or date, but is ${shown(chosen)}`);
	}
}
