import type { Resource } from '../Resource';
import { portalSessionCreate, portalSessionCreateFields } from './create';

export const portalSession: Resource = {
	resource: 'portalSession',
	name: 'Portal Session',
	defaultOperation: 'create',
	operations: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create portal session',
			description: 'Create a link under which a contact manages their own subscriptions',
			method: 'POST',
			url: '/lists/portal_session',
			fields: portalSessionCreateFields,
			rules: portalSessionCreate,
		},
	],
};
