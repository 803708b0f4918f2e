/** A body of 100,000 characters from a node named Text. One character takes two bytes, as in most emails. */
export const fetched = {
	body: "={{ $('Text').item.json.body }}",
	text: { body: 'Your plan **changes** soon … '.repeat(5_000).slice(0, 100_000) },
};
