import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sendOnceEntry, type EmailOfKey } from '../../nodes/Mailroom/sendOnce/dedupEntry';

const emails: fc.Arbitrary<EmailOfKey> = fc.record({
	kind: fc.constantFrom('contact', 'list'),
	key: fc.string({ unit: 'binary', maxLength: 5 }),
	recipient: fc.string({ unit: 'binary', maxLength: 5 }),
});

test('is the same for the same subject and differs when anything in it does', () => {
	fc.assert(
		fc.property(emails, emails, (one, other) => {
			expect(sendOnceEntry({ ...one })).toBe(sendOnceEntry(one));
			const isSame = JSON.stringify(one) === JSON.stringify(other);
			expect(sendOnceEntry(one) === sendOnceEntry(other)).toBe(isSame);
		}),
	);
});

test('stays what it is, so that a history outlives an update of the node', () => {
	const entry = sendOnceEntry({ kind: 'contact', key: 'welcome', recipient: 'ada@example.com' });
	const json = '["contact","welcome","ada@example.com"]';
	expect(entry).toBe(createHash('sha256').update(json).digest('hex'));
	expect(entry).toBe('dc79806472899ac3d6a631eae90ab6d22fb686346c7adb17c7be956479c5db5a');
});
