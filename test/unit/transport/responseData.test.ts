import { responseRecord, responseRecords } from '../../../nodes/Mailroom/transport/responseData';
import { ServiceError } from '../../../nodes/Mailroom/transport/ServiceError';
import type { ServiceResponse } from '../../../nodes/Mailroom/service';

test('gives the record or the records of an answer', () => {
	const record = { email: 'ada@example.com' };
	expect(responseRecord({ success: true, data: record })).toBe(record);
	expect(responseRecords({ success: true, data: [record] })).toEqual([record]);
	expect(responseRecords({ success: true, data: [] })).toEqual([]);
});

const notOne = [{}, { data: null }, { data: 'x' }, { data: [{}] }];
const notMany = [{}, { data: null }, { data: 'x' }, { data: { 0: {} } }];

test.each([
	...notOne.map((answer) => ['record', responseRecord, answer] as const),
	...notMany.map((answer) => ['records', responseRecords, answer] as const),
])('fails without the %s that it wants: %#', (_, read, answer) => {
	const reading = () => read(answer as ServiceResponse);
	expect(reading).toThrow(ServiceError);
	expect(reading).toThrow('without "data", so nothing can be returned');
});

test('refuses a list that holds something else than records', () => {
	const odd = { data: [{ email: 'ada@example.com' }, null, 7] } as unknown as ServiceResponse;
	expect(() => responseRecords(odd)).toThrow('holds no records');
});
