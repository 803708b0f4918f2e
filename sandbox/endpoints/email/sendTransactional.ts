import { recordMail, type EmailContent } from '../../mail/recordMail';
import { emailContent, objectOf } from '../../validation/fields';
import type { Service } from '../../createService';

/** Sends to any address. Tags are not filled in (the service's document, general rule 6). */
function answer(service: Service, { to, ...content }: EmailContent & { to: string }) {
	recordMail(service, content, {
		...{ kind: 'transactional', to, list: null },
		// Such emails get no link by themselves (the service's documentation, "Transactional emails").
		unsubscribeToken: null,
	});
}

export const sendTransactional = {
	method: 'POST' as const,
	path: '/email/transactional',
	schema: objectOf({ to: { type: 'string', format: 'recipient' }, ...emailContent }, [
		'to',
		'subject',
		'body',
		'bodyFormat',
	]),
	answer,
};
