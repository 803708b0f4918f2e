/**
 * Does the one task that this process was started for by `inEngine`, and ends.
 *
 * @template Task, Result
 * @param {(task: Task) => Promise<Result>} perform
 */
function answer(perform) {
	// The process that asked is gone.
	process.on('disconnect', () => process.exit(1));
	process.once('message', async (task) => {
		const reply = await perform(/** @type {Task} */ (task)).then(
			(result) => ({ result }),
			(error) => ({ failure: error instanceof Error ? error.stack : String(error) }),
		);
		process.send?.(reply, () => process.exit(0));
	});
}

module.exports = { answer };
