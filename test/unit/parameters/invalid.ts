import { InvalidParameter } from '../../../nodes/Mailroom/parameters/InvalidParameter';
import { refusalOf } from '../refusal';

/** The message with which reading a parameter is refused. */
export const messageOf = (read: () => unknown) => refusalOf(InvalidParameter, read);

/** What a field is when the user has left it empty. */
export const emptyValues = [undefined, null, '', '  ', '\n\t', []];
