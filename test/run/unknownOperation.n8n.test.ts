import { errorOf } from '../../tools/n8n/nodeOutput';
import { runInN8n } from '../../tools/n8n/runInN8n';
import { ada, parametersOf } from '../support/operations';
import { useDemo } from '../support/useDemo';

const demo = useDemo();

test.each([
	['a slip in the operation', { operation: 'sendTransactionl' }],
	['an operation of another resource', { operation: 'upsert' }],
	['a resource that JavaScript knows', { resource: 'constructor', operation: 'keys' }],
	['a prototype', { resource: '__proto__', operation: 'toString' }],
	['an expression', { operation: '={{ "sendTransactional" }}' }],
])('with %s, the execution fails, and the service gets no request', async (_what, fields) => {
	const { sandbox } = demo.get();
	const { execution } = await runInN8n(demo.get(), {
		parameters: { ...parametersOf('email sendTransactional', ada), ...fields },
		items: [ada],
	});

	expect(execution.status).toBe('error');
	expect(errorOf(execution)).toMatch(
		/^"(Operation|Resource)" is ".*", which this node doesn't have/,
	);
	expect(sandbox.journal).toEqual([]);
});
