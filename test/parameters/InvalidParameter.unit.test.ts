import { InvalidParameter } from '../../nodes/Mailroom/parameters/InvalidParameter';

test('names the parameter, as the form shows it', () => {
	const error = new InvalidParameter('Contact Emails', 'is empty', 'Fill it in');
	expect(error.message).toBe('"Contact Emails" is empty. Fill it in');
	expect(error).toMatchObject({ problem: '"Contact Emails" is empty', advice: 'Fill it in' });
});

test('names a column of the input', () => {
	const error = new InvalidParameter({ column: 'E-Mail\n<old>' }, 'is empty');
	expect(error.message).toBe('Column "E-Mail ‹old›" is empty');
});
