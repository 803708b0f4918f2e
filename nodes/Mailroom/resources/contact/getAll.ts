import { recordPagesOperation, recordPagesFields } from '../recordPages';

const showOnlyForContactGetAll = { resource: ['contact'], operation: ['getAll'] };

export const contactGetAllFields = recordPagesFields(showOnlyForContactGetAll);

/** Lists the contacts of the project. */
export const contactGetAll = recordPagesOperation('/contacts', 'email');
