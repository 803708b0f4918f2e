/**
 * - `granted`: the email may leave
 * - `otherEmail`: see `oneEmailPerKey`
 * - `beingSent`: for over a minute, by another run of this process
 * - an error: the store fails
 */
export type ClaimAnswer = 'granted' | Refusal;

export type Refusal = 'sent' | 'inDoubt' | 'otherEmail' | 'beingSent' | Error;
