import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SharedTexts } from '../../nodes/Mailroom/run/SharedTexts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const heapBytes = () => {
	collectGarbage();
	return process.memoryUsage().heapUsed;
};

/** As n8n's evaluation gives it: a copy each time. */
const copyOf = (text: string) => Buffer.from(text).toString();

test('values stay as they are', () => {
	const texts = new SharedTexts();
	const long = 'x'.repeat(2_000);
	const values = ['', 'short', long, `${long}y`, long, 1, null, undefined, { long }];

	expect(values.map((value) => texts.share('{{ a }}', value))).toEqual(values);
});

test('a long text that all items have in common is kept once, beside that of another field', () => {
	const texts = new SharedTexts();
	const [body, subject] = ['b', 's'].map((letter) => letter.repeat(50_000));
	const before = heapBytes();
	const kept = Array.from({ length: 500 }, () => [
		texts.share('{{ body }}', copyOf(body)),
		texts.share('{{ subject }}', copyOf(subject)),
	]);

	expect(heapBytes() - before).toBeLessThan(5_000_000);
	expect(kept.at(-1)).toEqual([body, subject]);
});
