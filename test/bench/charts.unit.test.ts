import { readFileSync } from 'node:fs';
import { chartFiles } from '../../bench/report/writeCharts';

test('the charts and their alt texts show bench/results.md: npm run charts', async () => {
	for (const { file, text } of await chartFiles()) {
		expect(readFileSync(file, 'utf8')).toBe(text);
	}
});
