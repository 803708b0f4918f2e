import type { Work } from '.';

export const deleteContact: Work = {
	mailroom: { resource: 'contact', operation: 'delete', email: '={{ $json.email }}' },
};
