import fastify from 'fastify';
import type { CredentialReference } from '../../../tools/n8n/N8nClient';
import type { useDemo } from '../useDemo';

type ToolCall = { name: string; args: object };

type ChatRequest = { messages: Array<{ role: string; content: unknown }> };

/**
 * A language model without a mind, for the tests of a file: it says what it was told to say, and keeps what it was asked. It speaks
 * OpenAI's chat completions, which n8n's chat model nodes know.
 */
export function useFakeModel(demo: ReturnType<typeof useDemo>) {
	const asked: ChatRequest[] = [];
	const script: Array<string | ToolCall[]> = [];
	let credential: CredentialReference;

	const server = fastify();
	server.post('/v1/chat/completions', async ({ body }) => {
		asked.push(body as ChatRequest);
		const next = script.shift() ?? 'I have nothing to say.';
		return completion(asked.length, next);
	});

	const reset = () => {
		asked.splice(0);
		script.splice(0);
	};

	beforeAll(async () => {
		const origin = await server.listen({ host: '127.0.0.1', port: 0 });
		credential = await demo.get().client.createCredential({
			name: 'Fake model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: `${origin}/v1` },
		});
	});
	beforeEach(reset);
	afterAll(async () => await server.close());

	return {
		/** n8n's, for the model. */
		credential: () => credential,
		/** The model's next reply: a text, or tools to call at once. */
		script,
		asked,
		/** Responses of the tools to the model, in order. */
		read: () =>
			(asked.at(-1)?.messages ?? [])
				.filter(({ role }) => role === 'tool')
				.map(({ content }) => String(content)),
		reset,
	};
}

function completion(turn: number, said: string | ToolCall[]) {
	const calls = typeof said === 'string' ? [] : said;
	const toolCalls = calls.map(({ name, args }, index) => ({
		id: `call_${turn}_${index}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(args) },
	}));
	const message = {
		role: 'assistant',
		content: typeof said === 'string' ? said : null,
		...(toolCalls.length > 0 && { tool_calls: toolCalls }),
	};
	return {
		id: `completion_${turn}`,
		object: 'chat.completion',
		created: 0,
		model: 'fake',
		choices: [{ index: 0, message, finish_reason: toolCalls.length > 0 ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	};
}
