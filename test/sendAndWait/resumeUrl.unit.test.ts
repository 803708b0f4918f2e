import type { IExecuteFunctions } from 'n8n-workflow';
import { proxyPath, resumeUrlIn } from '../../nodes/Mailroom/resources/email/sendAndWait/resumeUrl';

describe('the path below which a proxy serves n8n', () => {
	test.each([
		[['https://example.com/rest', 'https://example.com/webhook'], ''],
		[['http://127.0.0.1:5678/rest'], ''],
		[['https://example.com/n8n/rest', 'https://example.com/n8n/webhook-waiting'], '/n8n'],
		[['https://example.com/a/b/rest', 'https://example.com/a/b/webhook'], '/a/b'],
		[['https://example.com/n8n/rest'], '/n8n'],
		// Endpoints can be renamed, also to paths.
		[['https://example.com/n8n/api/v9', 'https://example.com/n8n/hooks'], '/n8n'],
		[['https://example.com/rest', 'https://example.com/webhook', 'https://example.com/rest/x'], ''],
		[
			['https://example.com/a/rest', 'https://example.com/a/webhook', 'https://example.com/mcp'],
			'',
		],
	])('of %j is "%s"', (addresses, path) => {
		expect(proxyPath(addresses)).toBe(path);
	});
});

test('a version of n8n that signs only its public path gets no link below a path', () => {
	const context = {
		getRestApiUrl: () => 'https://example.com/n8n/rest',
		getSignedResumeUrl: () => 'https://example.com/n8n/webhook-waiting/1/2?signature=3',
	};
	const resumeUrl = resumeUrlIn(context as unknown as IExecuteFunctions);
	expect(resumeUrl?.({ approved: 'true' })).toBeUndefined();
});
