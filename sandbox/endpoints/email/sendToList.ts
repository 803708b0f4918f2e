import { checkDelay } from '../../mail/checkDelay';
import { sendPersonalized } from '../../mail/sendPersonalized';
import { checkLists } from '../../validation/checkLists';
import { delay, emailContent, objectOf, text } from '../../validation/fields';
import type { Service } from '../../createService';
import type { EmailContent } from '../../mail/recordMail';

function answer(service: Service, { list, ...content }: EmailContent & { list: string }) {
	checkDelay(content);
	checkLists(service.store, 'list', [list]);
	const contacts = service.store.subscribersOf(list);
	sendPersonalized(service, content, { kind: 'list', list, contacts });
}

export const sendToList = {
	method: 'POST' as const,
	path: '/email/list',
	schema: objectOf({ ...emailContent, ...delay, list: text }, [
		'subject',
		'body',
		'bodyFormat',
		'list',
	]),
	answer,
};
