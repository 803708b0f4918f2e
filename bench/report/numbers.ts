/** @param {number[]} values at least one */
function median(values) {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The median, and from where to where the values go.
 *
 * @param {number[]} values
 * @param {number} digits
 */
function rangeOf(values, digits) {
	const middle = median(values).toFixed(digits);
	if (values.length === 1) return middle;
	const [least, most] = [Math.min(...values), Math.max(...values)].map((value) =>
		value.toFixed(digits),
	);
	return `${middle} (${least} to ${most})`;
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** @param {number} bytes */
const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;

/** @param {number} count */
const count = (count) => count.toLocaleString('en-US');

module.exports = { count, median, megabytes, percent, rangeOf };
