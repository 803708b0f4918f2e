/** Does the one task that this process was started for by `inEngine`, and ends. */
export function answer<Task, Result>(perform: (task: Task) => Promise<Result>) {
	// The process that asked is gone.
	process.on('disconnect', () => process.exit(1));
	process.once('message', (task) => {
		const reply = perform(task as Task).then(
			(result) => ({ result }),
			(error) => ({ failure: error instanceof Error ? error.stack : String(error) }),
		);
		void reply.then((message) => process.send?.(message, () => process.exit(0)));
	});
}
