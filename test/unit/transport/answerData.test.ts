import { answerRecord, answerRecords } from '../../../nodes/Mailroom/transport/answerData';
import { ServiceError } from '../../../nodes/Mailroom/transport/serviceError';
import type { ServiceAnswer } from '../../../nodes/Mailroom/service';

test('gives the record or the records of an answer', () => {
	const record = { email: 'ada@example.com' };
	expect(answerRecord({ success: true, data: record })).toBe(record);
	expect(answerRecords({ success: true, data: [record] })).toEqual([record]);
	expect(answerRecords({ success: true, data: [] })).toEqual([]);
});

const notOne = [{}, { data: null }, { data: 'x' }, { data: [{}] }];
const notMany = [{}, { data: null }, { data: 'x' }, { data: { 0: {} } }];

test.each([
	...notOne.map((answer) => ['record', answerRecord, answer] as const),
	...notMany.map((answer) => ['records', answerRecords, answer] as const),
])('fails without the %s that it wants: %#', (what, read, answer) => {
	const reading = () => read(answer as ServiceAnswer);
	expect(reading).toThrow(ServiceError);
	expect(reading).toThrow(`without "data", so the ${what} cannot be returned`);
});

test.each([[null], ['x'], [[{}]]])('fails with a record that is %j', (record) => {
	const answer = { success: true, data: [{ email: 'ada@example.com' }, record] };
	const reading = () => answerRecords(answer as unknown as ServiceAnswer);
	expect(reading).toThrow(ServiceError);
	expect(reading).toThrow('no JSON objects');
});
