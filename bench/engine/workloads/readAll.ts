import type { Work } from '.';

export const readAll: Work = {
	mailroom: { resource: 'contact', operation: 'getAll', returnAll: true },
};
