import { contactWorks } from './contactWorks';
import { newsletterWorks } from './newsletterWorks';
import { transactionalWorks } from './transactionalWorks';

export type WorkName = keyof typeof works;

export const works = { ...contactWorks, ...newsletterWorks, ...transactionalWorks };
