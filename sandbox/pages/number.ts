/** @param {number} value written with separators: 1,000 */
const number = (value) => value.toLocaleString('en');

module.exports = { number };
