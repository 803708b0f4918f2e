import type { IDataObject, IRunExecutionData, ITaskData } from 'n8n-workflow';
import type { SavedExecution } from './N8nClient';

/** Items of a node's last run, from all outputs. */
export function nodeOutput(execution: SavedExecution, node: string): IDataObject[] {
	const task = lastRun(execution, node);
	const outputs = Object.values(task?.data ?? {}).flat();
	return outputs.flatMap((items) => items?.map(({ json }) => json) ?? []);
}

/** n8n's record of a node's last run. */
export function lastRun({ data }: SavedExecution, node: string): ITaskData | undefined {
	const { resultData } = unflattened(data) as IRunExecutionData;
	return resultData.runData[node]?.at(-1);
}

/** The message of the error that ended an execution; undefined when none did. */
export function errorOf({ data }: SavedExecution): string | undefined {
	const { resultData } = unflattened(data) as IRunExecutionData;
	return resultData.error?.message;
}

/** n8n saves each object and each text once, in a list; where it stands, there is its place in the list, as a text. */
function unflattened(text: string): unknown {
	const list: unknown[] = JSON.parse(text);
	const known = new Map<string, unknown>();
	const valueAt = (place: unknown): unknown => {
		if (typeof place !== 'string') return place;
		if (known.has(place)) return known.get(place);
		const value = list[Number(place)];
		if (typeof value !== 'object' || value === null) return value;
		const whole: Record<string, unknown> = Array.isArray(value) ? ([] as never) : {};
		known.set(place, whole);
		for (const [key, member] of Object.entries(value)) whole[key] = valueAt(member);
		return whole;
	};
	return valueAt('0');
}
