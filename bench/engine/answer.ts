/** Does the one task that this process was started for by `inEngine`, and ends. */
export function answer<Task, Result>(perform: (task: Task) => Promise<Result>) {
	// The process that asked is gone.
	process.on('disconnect', () => process.exit(1));
	process.once('message', async (task) => {
		const reply = await perform(task as Task).then(
			(result) => ({ result }),
			(error) => ({ failure: error instanceof Error ? error.stack : String(error) }),
		);
		process.send?.(reply, () => process.exit(0));
	});
}
