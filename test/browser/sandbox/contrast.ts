type Rgb = [number, number, number];

/** Something on a page that has to stand out from its ground. */
export interface Painted {
	what: string;
	/** As computed: `rgb(...)`. */
	colour: string;
	ground: string;
	/** Of letters in pixels, 0 when it is none. */
	size: number;
	isBold: boolean;
}

/** WCAG 2.2, success criteria 1.4.3 and 1.4.11. */
const NEEDED = { text: 4.5, largeText: 3, graphics: 3 };
const LARGE_PX = 24;
const LARGE_BOLD_PX = 18.66;

/** What stands out too little from its ground, in words; nothing should. */
export function tooFaint(painted: Painted[]) {
	return painted
		.map((one) => ({ ...one, ratio: contrast(rgb(one.colour), rgb(one.ground)) }))
		.filter(({ ratio, ...one }) => ratio < needed(one))
		.map(
			({ what, colour, ground, ratio }) => `${what}: ${colour} on ${ground} is ${ratio.toFixed(2)}`,
		);
}

function needed({ size, isBold }: Painted) {
	if (size === 0) return NEEDED.graphics;
	return size >= (isBold ? LARGE_BOLD_PX : LARGE_PX) ? NEEDED.largeText : NEEDED.text;
}

/** From 1, the same, to 21, black on white. */
function contrast(one: Rgb, other: Rgb) {
	const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Rgb) {
	const [red, green, blue] = colour.map((part) => {
		const share = part / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgb(computed: string): Rgb {
	const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(computed);
	if (!parts) throw new Error(`Not an opaque colour: ${computed}`);
	return [Number(parts[1]), Number(parts[2]), Number(parts[3])];
}
