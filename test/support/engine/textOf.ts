import type { ExecutionBaseError } from 'n8n-workflow';

/** All that n8n shows of an error: its message, with the description below it. */
export const textOf = (error?: Error & Pick<ExecutionBaseError, 'description'>): string =>
	[error?.message, error?.description].filter(Boolean).join('. ');
