import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { entryName, type Addressee } from '../../nodes/Mailroom/neverTwice/key/Entry';

const emails = fc.record({
	key: fc.string({ unit: 'binary', maxLength: 5 }),
	recipient: fc.record<Addressee>({
		kind: fc.constantFrom('contact', 'list'),
		name: fc.string({ unit: 'binary', maxLength: 5 }),
	}),
});

const entryOf = ({ key, recipient }: { key: string; recipient: Addressee }) =>
	entryName(key, recipient);

test('is the same for the same subject and differs when anything in it does', () => {
	fc.assert(
		fc.property(emails, emails, (one, other) => {
			expect(entryOf({ ...one })).toBe(entryOf(one));
			const isSame = JSON.stringify(one) === JSON.stringify(other);
			expect(entryOf(one) === entryOf(other)).toBe(isSame);
		}),
	);
});

test('stays what it is, so that a history outlives an update of the node', () => {
	const entry = entryName('welcome', { kind: 'contact', name: 'ada@example.com' });
	const json = '["contact","welcome","ada@example.com"]';
	expect(entry).toBe(createHash('sha256').update(json).digest('hex'));
	expect(entry).toBe('dc79806472899ac3d6a631eae90ab6d22fb686346c7adb17c7be956479c5db5a');
});
