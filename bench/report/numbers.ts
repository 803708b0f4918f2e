/** @param values at least one */
export function median(values: number[]) {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median, and from where to where the values go. */
export function rangeOf(values: number[], digits: number) {
	const middle = median(values).toFixed(digits);
	if (values.length === 1) return middle;
	const [least, most] = [Math.min(...values), Math.max(...values)].map((value) =>
		value.toFixed(digits),
	);
	return `${middle} (${least} to ${most})`;
}

export const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

export const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

export const count = (count: number) => count.toLocaleString('en-US');
