import { contacts } from './mcpTools';
import type { Fault } from '../../sandbox/traffic/Faults';

interface McpFailure {
	when: string;
	tool: string;
	args: Record<string, unknown>;
	fault?: Fault;
	/** All that the model has to go by. */
	says: string;
	/** That reach the service. */
	requests: number;
}

const [{ email }] = contacts;
const toOne = { To: email, Subject: 'Hello', Body_Format: 'markdown', Body: 'Hello' };
const toList = {
	List: 'newsletter',
	Subject: 'Hello',
	Body: 'Hello',
	Delivery: 'now',
	Delay_Seconds: 0,
	Delay_Until_Date: '',
};
const SEND_ONE = 'Send transactional email in Mailroom';
const SEND_TO_LIST = 'Send email to list in Mailroom';

/** What goes wrong when a model uses the tools. */
export const mcpFailures: McpFailure[] = [
	{
		when: 'an address cannot be one',
		tool: SEND_ONE,
		args: { ...toOne, Track_Clicks: true, To: 'Ada' },
		says: '"To" is not an email address: "Ada". Enter one address such as ada@example.com or Ada <ada@example.com>',
		requests: 0,
	},
	{
		when: 'a text is missing',
		tool: SEND_ONE,
		args: { ...toOne, Track_Clicks: true, Subject: '' },
		says: '"Subject" is empty, but required',
		requests: 0,
	},
	{
		when: 'a choice is not one of those that there are',
		tool: SEND_ONE,
		args: { ...toOne, Track_Clicks: true, Body_Format: 'text' },
		says: '"Body Format" must be markdown or html, but is "text"',
		requests: 0,
	},
	{
		when: 'one of many addresses cannot be one',
		tool: 'Send email to contacts in Mailroom',
		args: { ...toList, Contact_Emails: [email, 'grace at example.com'] },
		says: '"Contact Emails" is not an email address: "grace at example.com". Enter one address such as ada@example.com',
		requests: 0,
	},
	{
		when: 'one of many addresses is no contact',
		tool: 'Send email to contacts in Mailroom',
		args: { ...toList, Contact_Emails: [email, 'nobody@example.com'] },
		says: 'There is no contact nobody@example.com (status 404)',
		requests: 1,
	},
	{
		when: 'no list is named',
		tool: SEND_TO_LIST,
		args: { ...toList, List: '' },
		says: '"List" is empty. Choose a mailing list, or enter the name of one; "important" holds all contacts',
		requests: 0,
	},
	{
		when: 'there is no such list',
		tool: SEND_TO_LIST,
		args: { ...toList, List: 'Newsletters' },
		says: 'list: there is no list "Newsletters" (status 400)',
		requests: 1,
	},
	{
		when: 'a date cannot be read',
		tool: SEND_TO_LIST,
		args: { ...toList, Delivery: 'date', Delay_Until_Date: 'tomorrow' },
		says: '"Delay Until Date" is not a date that can be read: "tomorrow". Pick a date, or enter one such as 2026-12-01T10:00:00',
		requests: 0,
	},
	{
		when: 'a number is too small',
		tool: 'Get many contacts in Mailroom',
		args: { Return_All: false, Limit: 0 },
		says: '"Limit" must be a whole number from 1, but is "0". To get all records, switch on "Return All"',
		requests: 0,
	},
	{
		when: 'there is no such contact',
		tool: 'Get contact in Mailroom',
		args: { Email: 'nobody@example.com' },
		says: 'There is no contact nobody@example.com (status 404)',
		requests: 1,
	},
	{
		when: 'the service rejects what is sent',
		tool: 'Delete contact in Mailroom',
		args: { Email: email },
		fault: { endpoint: '*', status: 409, body: { error: { message: 'Ada owns the project' } } },
		says: 'Ada owns the project (status 409)',
		requests: 1,
	},
	{
		when: 'the service may have sent the email',
		tool: SEND_TO_LIST,
		args: toList,
		fault: { endpoint: '*', status: 503, body: { reason: 'Overloaded' }, afterActing: true },
		says: 'The email may or may not have been sent; check before you send it again. The service failed with status 503: Overloaded',
		requests: 1,
	},
];
