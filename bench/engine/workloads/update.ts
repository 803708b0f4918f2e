import { upsert } from './upsert';
import type { Work } from '.';

const { email, customProperties, additionalFields } = upsert.mailroom;

export const update: Work = {
	mailroom: {
		resource: 'contact',
		operation: 'update',
		email,
		customProperties,
		updateFields: additionalFields,
	},
};
