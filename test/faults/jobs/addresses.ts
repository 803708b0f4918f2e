/** @param {number} count */
const addresses = (count) =>
	Array.from({ length: count }, (_, index) => `person${index}@example.com`);

module.exports = { addresses };
