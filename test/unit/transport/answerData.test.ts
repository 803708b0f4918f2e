const { answerRecord, answerRecords } = require('../../../nodes/Mailroom/transport/answerData');
const { ServiceError } = require('../../../nodes/Mailroom/transport/serviceError');

/** @typedef {import('../../../nodes/Mailroom/service').ServiceAnswer} ServiceAnswer */

test('gives the record or the records of an answer', () => {
	const record = { email: 'ada@example.com' };
	expect(answerRecord({ success: true, data: record })).toBe(record);
	expect(answerRecords({ success: true, data: [record] })).toEqual([record]);
	expect(answerRecords({ success: true, data: [] })).toEqual([]);
});

const notOne = [{}, { data: null }, { data: 'x' }, { data: [{}] }];
const notMany = [{}, { data: null }, { data: 'x' }, { data: { 0: {} } }];

test.each([
	...notOne.map((answer) => /** @type {const} */ (['record', answerRecord, answer])),
	...notMany.map((answer) => /** @type {const} */ (['records', answerRecords, answer])),
])('fails without the %s that it wants: %#', (what, read, answer) => {
	const reading = () => read(/** @type {ServiceAnswer} */ (answer));
	expect(reading).toThrow(ServiceError);
	expect(reading).toThrow(`without "data", so the ${what} cannot be returned`);
});
