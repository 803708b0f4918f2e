import { operations } from '../support/operations';
import { dice } from './dice';
import { drawJobs } from './drawJobs';

test('every operation meets faults', () => {
	const drawn = drawJobs(1, dice(1)).map(({ job }) => job.name);
	expect(new Set(drawn)).toEqual(new Set(operations.map(({ name }) => name)));
});
