/** `beingSent`: for over a minute, by another run of this process. An error: the store fails. */
export type ClaimAnswer = 'sent' | 'inDoubt' | 'otherEmail' | 'beingSent' | Error;
