const { GlobalConfig } = require('@n8n/config');
const { Container } = require('@n8n/di');
const { Expression } = require('n8n-workflow');

/** Evaluates expressions the way n8n does with its own defaults, in an isolate. */
async function startExpressionEngine() {
	const { engine, idleTimeout, ...settings } = Container.get(GlobalConfig).expressionEngine;
	await Expression.initExpressionEngine({ engine, ...settings });
}

module.exports = { startExpressionEngine };
