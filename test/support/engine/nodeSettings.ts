/** Settings of a node, and values of its fields, as n8n saves them. */

/** "Retry On Fail", without waiting in between. */
export const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** "On Error: Continue". */
export const continued = { onError: 'continueRegularOutput' as const };

/** The field "List", with the name of one. */
export const list = (name: string) => ({ __rl: true, mode: 'name', value: name });
