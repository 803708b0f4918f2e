/** What the error of an email says that the service may have sent: people and models alike would try again. */
export const inDoubtNote =
	'The email may or may not have been sent; check before you send it again.';
