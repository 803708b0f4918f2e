/** The names of the options that keep an email from going out twice, in the form and in every message. */
export const SEND_ONCE_KEY = 'Send Once Key';
export const IF_IN_DOUBT = 'If in Doubt';
export const HISTORY_SIZE = 'Send Once History Size';
