import type { Work } from '.';

export const createPortalSession: Work = {
	mailroom: {
		resource: 'portalSession',
		operation: 'create',
		contactEmail: '={{ $json.email }}',
		returnUrl: 'https://example.com/done',
	},
};
