import { upsert } from './upsert';
import type { Work } from '.';

export const create: Work = { mailroom: { ...upsert.mailroom, operation: 'create' } };
