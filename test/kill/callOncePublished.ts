import { waitUntil } from '../../tools/waitUntil';

const START_LIMIT_MS = 60_000;

/** n8n publishes its workflows anew after it was killed, and says that it is ready before. */
export async function callOncePublished(
	call: (items: object[]) => Promise<{ status: number; items: object[] }>,
	items: object[],
) {
	let answer = await call(items);
	const isPublished = async () => {
		if (answer.status === 404) answer = await call(items);
		return answer.status !== 404;
	};
	await waitUntil(isPublished, { limitMs: START_LIMIT_MS, what: 'the workflow is published' });
	return answer;
}
