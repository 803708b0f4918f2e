/** Parameters of the HTTP Request node. */
export const jsonPost = (url: string) => ({
	method: 'POST',
	url,
	sendBody: true,
	contentType: 'json',
});
