import { Scan } from '../../nodes/MailroomTrigger/scan/Scan';

/** A scan that an earlier poll has begun: its last page had a contact and a record without an address. */
function continuedScan(): Scan {
	const scan = new Scan();
	scan.note('ada');
	scan.note('');
	scan.part = 'lastPageAgain';
	return scan;
}

test('a record without an address on the last page again is no contact that has moved', () => {
	const scan = continuedScan();
	scan.note('ada');
	scan.note('');
	expect(scan).toMatchObject({ hasShifted: false, records: 2 });

	scan.notePageEnd();
	scan.note('');
	scan.note('grace');
	expect(scan).toMatchObject({ hasShifted: false, records: 4, isWhole: true });
});

test.each([
	['has another contact', 'lastPageAgain', 'grace'],
	['is followed by one of its contacts', 'rest', 'ada'],
] as const)('a last page that %s shows that contacts have moved', (_, part, id) => {
	const scan = continuedScan();
	scan.part = part;
	scan.note(id);
	expect(scan.hasShifted).toBe(true);
});
