import { recordPagesFields, recordPagesOperation } from '../recordPages';

const showOnlyForMailingListGetAll = { resource: ['mailingList'], operation: ['getAll'] };

export const mailingListGetAllFields = recordPagesFields(showOnlyForMailingListGetAll);

/** Lists the mailing lists that contacts can subscribe to. */
export const mailingListGetAll = recordPagesOperation('/lists', 'name');
