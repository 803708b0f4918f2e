import { GlobalConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { Expression } from 'n8n-workflow';

/** Evaluates expressions the way n8n does with its own defaults, in an isolate. */
export async function startExpressionEngine() {
	const { idleTimeout, ...settings } = Container.get(GlobalConfig).expressionEngine;
	await Expression.initExpressionEngine(settings);
}
