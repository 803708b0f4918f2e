import { answerRecord, answerRecords } from '../../../nodes/Mailroom/transport/answerData';
import { ServiceError } from '../../../nodes/Mailroom/transport/ServiceError';
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
])('fails without the %s that it wants: %#', (_, read, answer) => {
	const reading = () => read(answer as ServiceAnswer);
	expect(reading).toThrow(ServiceError);
	expect(reading).toThrow('without "data", so nothing can be returned');
});

const nested = (depth: number): object => {
	let value: object = { leaf: 1 };
	for (let level = 1; level < depth; level += 1) value = { value };
	return value;
};

test('refuses records that are nested deeper than what later nodes can copy', () => {
	expect(answerRecord({ data: nested(50) } as ServiceAnswer)).toEqual(nested(50));
	const deep = { data: nested(20_000) } as ServiceAnswer;
	expect(() => answerRecord(deep)).toThrow('nested too deeply');
	expect(() => answerRecord(deep, 'It may be done.')).toThrow(/^It may be done\. /);
	expect(() => answerRecords({ data: [nested(20_000)] } as ServiceAnswer)).toThrow('too deeply');
});

test('refuses a list that holds something else than records', () => {
	const odd = { data: [{ email: 'ada@example.com' }, null, 7] } as unknown as ServiceAnswer;
	expect(() => answerRecords(odd)).toThrow('holds no records');
});
