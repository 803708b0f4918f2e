/** Begins the error of an email that the service may have sent: people and models alike would try again. */
export const emailInDoubtNote =
	'The email may or may not have been sent; check before you send it again.';
